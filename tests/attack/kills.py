"""Runs are killed (SIGKILL) at random moments and continued, until they end: to the same bytes as undisturbed ones."""

import concurrent.futures
import random
import shutil
import subprocess
import time

import runs
import tally

MOST_KILLS = 6  # of one run; then it may end in peace


def killed_after(command, seconds):
    """Starts and kills it. Returns None where that happened, else (exit code, standard error)."""
    process = subprocess.Popen(command, cwd=runs.ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    try:
        errors = process.communicate(timeout=seconds)[1]
        return process.returncode, errors.decode(errors="replace")
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None


def one_run(run, folder, wanted, random_numbers, counts):
    """Kills one run again and again; counts kills and compares what it has at its end."""
    shutil.rmtree(folder, ignore_errors=True)
    code, files = wanted
    n_kills, begun = 0, False
    while True:
        command = run.go_on(folder) if begun else run.begin(folder)
        # Early moments are when folders, locks and first files are made: a third of the kills comes there.
        longest = run.seconds * (0.1 if random_numbers.random() < 1 / 3 else 0.9)
        last = killed_after(command, random_numbers.uniform(0, longest)) if n_kills < MOST_KILLS else runs.ended(command)
        if last is not None and last[0] == 2 and "leave out --resume" in last[1]:
            shutil.rmtree(folder, ignore_errors=True)  # killed before anything was begun; so does who reads the sentence
            begun = False
            continue
        if last is not None:
            break
        begun = True
        n_kills += 1
        counts.count(run.name, "kills")
        counts.step()
    if n_kills == 0:
        return
    counts.count(run.name, "runs")
    if last[0] != code:
        counts.fail(run.name, f"after {n_kills} kills it ended with {last[0]} instead of {code}: {last[1][-300:]!r}")
    elif what := runs.difference(runs.results(folder), files):
        counts.fail(run.name, f"after {n_kills} kills: {what}")
    else:
        counts.count(run.name, "same bytes")


def attack(chosen, folder, n, jobs, seed):
    wanted = {}
    for run in chosen:
        start = time.monotonic()
        wanted[run.name] = runs.reference(run, folder / "undisturbed")
        run.seconds = time.monotonic() - start
    counts = tally.Tally("kills", n, ["kills", "runs", "same bytes", "failures"])

    def work(worker):
        numbers = random.Random(1000 * seed + worker)
        turn = worker
        while counts.done < n:
            run = chosen[turn % len(chosen)]
            turn += 1
            one_run(run, folder / f"killed{worker}", wanted[run.name], numbers, counts)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for future in [pool.submit(work, worker) for worker in range(jobs)]:
            future.result()
    return counts.finish()
