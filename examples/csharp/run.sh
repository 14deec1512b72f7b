#!/bin/sh
# Runs Issue.cs with what is here: Mono's compiler and runtime, as the tests do, or .NET, whose project they do not build.
set -eu
case $0 in */*) here=${0%/*} ;; *) here=. ;; esac
if command -v mcs >/dev/null && command -v mono >/dev/null; then
  program=$(mktemp -d)
  trap 'rm -rf "$program"' EXIT
  mcs -out:"$program/issue.exe" -r:System.Net.Http -r:System.Runtime.Serialization -r:System.Xml.Linq "$here/Issue.cs"
  mono "$program/issue.exe"
elif command -v dotnet >/dev/null && [ -n "$(dotnet --list-sdks)" ]; then
  echo "no Mono here: .NET builds $here/issue.csproj, which the tests do not" >&2
  exec dotnet run --project "$here/issue.csproj"
else
  echo "this example needs Mono (mono-mcs, mono-runtime) or the SDK of .NET 8: neither is here" >&2
  exit 1
fi
