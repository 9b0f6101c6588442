"""Scenes with a few things spoilt: each ends with a known exit code, a sentence where something is wrong, numbers in its
files, and within its time; where the time is used up, Ctrl-C is answered."""

import concurrent.futures
import io
import array
import random
import re
import shutil
import signal
import subprocess
import zipfile

import runs
import tally

PATIENCE = 5  # seconds; then Ctrl-C, which has 5
ANSWER_TO_INTERRUPT = 5 + 3  # the machine is busy with other scenes, too
MEMORY = 4 << 20  # KiB
EXIT_CODES = {0: "done", 2: "refused", 3: "failed", 4: "interrupted", 5: "no memory"}

# The examples, made small: what is tried is whether a scene is survived, not how large it is.
SMALLER = [(r"\bn = 800", "n = 250"), (r"\bn = (?!250)\d+", "n = 8"), (r"\bframes = \d+", "frames = 3"), (r"\bnx = \d+", "nx = 4"),
           (r"\bny = \d+", "ny = 2"), (r"\bn_turn = \d+", "n_turn = 8"), (r"\bn_radius = \d+", "n_radius = 2"),
           (r"\bn_around = \d+", "n_around = 4"), (r"\bn_along = \d+", "n_along = 4"),
           (r'duration = "2 s"\nframes = 3\ntolerance', 'duration = "50 ms"\nframes = 3\ntolerance'),
           (r'duration = "0.3 s"', 'duration = "30 ms"')]

NUMBERS = ["0", "-1", "1", "1e300", "-1e300", "1e-300", "nan", "inf", "-inf", "1e9", "2147483648", "0.5", "3", "1e-9",
           "9223372036854775807", "1e18", "100000", "0x10", "1_000", "-0.0", "1e400"]
UNITS = ["m", "cm", "mm", "um", "s", "Pa", "MPa", "kg/m^3", "N", "N*m", "rad", "deg", "turns", "1/m", "m/s^2", "g", "",
         "parsec", "m/s", "%"]
WORDS = ["static", "arc-length", "implicit-midpoint", "newmark", "implicit-euler", "bdf2", "symplectic-euler", "start",
         "end", "super-helix", "super-clothoid", "super-ribbon", "timoshenko-beam", "discrete-elastic-rod", "rectangle", "annulus",
         "cylinder", "circle", "koiter", "hinge", "all", "left", "</script>", "../../etc/passwd", "a\\u001bb", "ü"]
KEYS = ["n", "length", "frames", "dt", "tolerance", "when", "at", "name", "material", "mesh", "clamp", "gravity",
        "method", "pressure", "hinge", "mirror", "damping", "start", "natural", "initial", "longest_step"]


def base_scenes():
    scenes = {}
    for path in sorted(runs.SCENES.glob("*.toml")):
        text = re.sub(r"(?m)^#.*\n|\s*#[^\"\n]*$", "", path.read_text())
        for pattern, smaller in SMALLER:
            text = re.sub(pattern, smaller, text)
        scenes[path.stem] = text
    return scenes


def mutate(text, numbers, others):
    """One thing spoilt."""
    lines = text.split("\n")
    i = numbers.randrange(len(lines))

    def number():
        unit = numbers.choice(UNITS)
        value = numbers.choice(NUMBERS)
        return value if numbers.random() < 0.5 else f'"{value} {unit}"'

    def replaced(pattern, by):
        places = list(re.finditer(pattern, text))
        if not places:
            return text
        place = numbers.choice(places)
        return text[:place.start()] + by(place.group(0)) + text[place.end():]

    def scaled(old):
        try:
            return f"{float(old) * 10.0 ** numbers.randint(-12, 12):.6g}"
        except ValueError:
            return number()

    kind = numbers.randrange(12)
    if kind <= 2:
        return replaced(r"-?\d+(\.\d+)?(e-?\d+)?", scaled)
    if kind <= 4:
        return replaced(r'"-?[\d.]+(e-?\d+)?( [^"]*)?"|(?<== )-?[\d.]+', lambda old: number())
    if kind == 5:
        return replaced(r'"[a-z][a-z-]*"', lambda old: f'"{numbers.choice(WORDS)}"')
    if kind == 6:
        return replaced(r"(?m)^\w+(?= =)", lambda old: numbers.choice(KEYS))
    if kind == 7:
        del lines[i]
    elif kind == 8:
        lines.insert(numbers.randrange(len(lines)), lines[i])
    elif kind == 9:
        other = numbers.choice(others).split("\n")
        lines.insert(i, numbers.choice(other))
    elif kind == 10:
        at = numbers.randrange(len(text))
        return text[:at] + numbers.choice(['"', "[", "]", "{", "}", "=", "\n", "\0", "é", "#", ",", "."]) + text[at + 1:]
    else:
        at = numbers.randrange(len(text))
        return text[:at] + text[at + numbers.randrange(1, 60):]
    return "\n".join(lines)


def numbers_of(npy):
    """The values of an array of doubles in numpy's format."""
    length = int.from_bytes(npy[8:10], "little")
    if b"'<f8'" not in npy[10:10 + length]:
        return []
    values = array.array("d")
    values.frombytes(npy[10 + length:])
    return values


def not_a_number(folder):
    """The first file that holds what is no finite number; empty: none."""
    for path in folder.rglob("*"):
        if path.suffix in (".csv", ".vtp", ".vtu", ".vtk", ".pvd", ".json"):
            if re.search(r"(?<![^\s,>])[-+]?(nan|inf)(?![^\s,<])", path.read_text(errors="replace")):
                return path.name
        if path.suffix == ".html":
            data = re.search(r'id="run">(.*?)</script>', path.read_text(errors="replace"), re.DOTALL)
            if data and re.search(r"[\[,:]\s*null", data.group(1)):
                return path.name
        if path.suffix == ".npz":
            with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as packed:
                for name in packed.namelist():
                    if any(value - value != 0 for value in numbers_of(packed.read(name))):
                        return f"{path.name}/{name}"
    return ""


def what_is_wrong(code, errors, folder):
    """What should not have happened; empty: nothing."""
    if code not in EXIT_CODES:
        return f"ended with {code}: {errors[-300:]!r}"
    for word in ("terminate called", "bug at", "std::", "Sanitizer", "core dumped"):
        if word in errors:
            return f"said {word!r}: {errors[-300:]!r}"
    sentences = runs.said(errors)
    if code != 0 and not sentences:
        return f"exit code {code} without a sentence: {errors[-300:]!r}"
    if code == 2 and len(sentences) != 1:
        return f"{len(sentences)} sentences: {errors[-300:]!r}"
    if any(len(line) > 1000 or re.search(r"[\x00-\x08\x0b-\x1f\x7f]", line) for line in sentences):
        return f"not one plain sentence: {errors[-300:]!r}"
    where = not_a_number(folder) if folder.is_dir() else ""
    return f"no finite number in {where}" if where else ""


def limited(plumb):
    """The program with a bounded memory. One with sanitizers reserves terabytes of addresses and does not start so."""
    bounded = ["sh", "-c", f"ulimit -v {MEMORY}; ulimit -c 0; exec \"$@\"", "sh", plumb]
    starts = subprocess.run([*bounded, "--version"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return bounded if starts.returncode == 0 else [plumb]


def one_scene(command, folder, text):
    """(exit code, standard error); no exit code where Ctrl-C was not answered."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "scene.toml").write_text(text, errors="surrogateescape")
    process = subprocess.Popen([*command, "simulate", "scene.toml", "--out", "out"], cwd=folder,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        errors = process.communicate(timeout=PATIENCE)[1]
        return process.returncode, errors.decode(errors="replace")
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    try:
        errors = process.communicate(timeout=ANSWER_TO_INTERRUPT)[1]
        if process.returncode == -signal.SIGINT and not (folder / "out").exists():
            return 4, "plumb: ended before it began, on a busy machine"
        return process.returncode, errors.decode(errors="replace")
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None, ""


def attack(plumb, folder, n, jobs, seed, only=""):
    bases = {name: text for name, text in base_scenes().items() if only in name}
    names = sorted(bases)
    command = limited(plumb)
    counts = tally.Tally("mutated scenes", n, ["scenes", *EXIT_CODES.values(), "failures"])

    def work(worker):
        place = folder / f"scene{worker}"
        for i in range(worker, n, jobs):
            numbers = random.Random(f"{seed} {i}")
            name = names[i % len(names)]
            text = bases[name]
            for _ in range(1 + (numbers.random() < 0.4) + (numbers.random() < 0.2)):
                text = mutate(text, numbers, list(bases.values()))
            code, errors = one_scene(command, place, text)
            counts.count(name, "scenes")
            if code is None:
                wrong = f"Ctrl-C was not answered within {ANSWER_TO_INTERRUPT} s"
            else:
                wrong = what_is_wrong(code, errors, place / "out")
            if wrong:
                kept = runs.ROOT / "build" / "attack" / f"scene_{seed}_{i}.toml"
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_text(text, errors="surrogateescape")
                counts.fail(name, f"{kept.relative_to(runs.ROOT)}: {wrong}")
            else:
                counts.count(name, EXIT_CODES[code])
            counts.step()

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for future in [pool.submit(work, worker) for worker in range(jobs)]:
            future.result()
    return counts.finish()
