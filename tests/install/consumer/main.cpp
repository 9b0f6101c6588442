// A program outside the checkout that calls both halves of the installed Plumb.
#include <judge/question/code.h>
#include <plumb/core/status.h>

#include <iostream>

int main() {
  const judge::Reply reply;
  std::cout << plumb::name(reply.status) << '\n';
  return plumb::status_from_name(plumb::name(plumb::Status::singular)) == plumb::Status::singular ? 0 : 1;
}
