#!/bin/sh
# Runs Issue.cs with what is here: .NET, or Mono's compiler and runtime.
set -eu
here=$(dirname "$0")
if command -v dotnet >/dev/null && [ -n "$(dotnet --list-sdks)" ]; then
  exec dotnet run --project "$here"
fi
program=$(mktemp -d)
trap 'rm -rf "$program"' EXIT
mcs -out:"$program/issue.exe" -r:System.Net.Http -r:System.Runtime.Serialization -r:System.Xml.Linq "$here/Issue.cs"
mono "$program/issue.exe"
