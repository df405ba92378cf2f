#!/usr/bin/env bash
# Imports a model, lists its walls, writes their quantities to a CSV, changes a property, publishes, exports.
# Usage: PLINTH_URL=… PLINTH_TOKEN=… examples/takeoff.sh MODEL.ifc FOLDER
# Needs curl and jq.
set -euo pipefail
file=$1 folder=$2
mkdir -p "$folder"
v1=$PLINTH_URL/v1

# api URL [CURL OPTION…]: the answer; ends the script where the service refuses, with its words.
api() {
  curl --silent --show-error --fail-with-body -H "Authorization: Bearer $PLINTH_TOKEN" -H 'Content-Type: application/json' "$@"
}

# ready ID: waits until an operation has ended.
ready() {
  local state
  while :; do
    state=$(api "$v1/operations/$1") || return 1
    case $(jq -r .status <<<"$state") in
      Ready) return 0 ;;
      Failed)
        jq -r '"\(.error): \(.errorDetails)"' <<<"$state" >&2
        return 1
        ;;
    esac
    sleep 0.2
  done
}

# Import: a place to send the file to, the file, the model that is made of it.
project=$v1/projects/$(api "$v1/projects" -d '{"name":"Takeoff with curl"}' | jq -r .id)
ticket=$(api "$v1/files/upload-url")
curl --silent --fail -T "$file" "$(jq -r .uploadUrl <<<"$ticket")"
started=$(jq --arg name "$(basename "$file")" '{modelName: "House", uploadFileName: $name, uploadKey}' <<<"$ticket" |
  api "$project/models" -H "Idempotency-Key: takeoff-$$-$RANDOM" -d @-)
ready "$(jq -r .id <<<"$started")"
model=$project/models/$(jq -r .modelId <<<"$started")

# Query: one page here; `page` and `totalCount` lead through more.
query='{"fields":["Guid","Name"],"filters":[{"property":"Class","operator":"Contains","value":"Wall"}]}'
walls=$(api "$model/products/properties/query?page=1&pageSize=5000" -d "$query" | jq -c '[.result[].Guid]')
echo "$(jq length <<<"$walls") walls"

# Quantities of every product, as a table.
calculation=$(api "$model/products/quantities/query" -d '{"calculators":["Count","Length","NetVolume"]}' | jq -r .id)
ready "$calculation"
result=$(curl --silent --fail "$(api "$model/products/quantities/$calculation/result" | jq -r .downloadUrl)")
{
  echo Guid,Class,Count,Length,NetVolume
  jq -r '.products[] | [.Guid, .Class, .Count.value, .Length.value, .NetVolume.value] | map(. // "") | join(",")' <<<"$result"
} >"$folder/quantities.csv"
echo "$(jq '.products | length' <<<"$result") products measured"

# Edit under a session, then let the others see it.
session="X-Client-Session-Id: takeoff-$$"
api "$model/start-session" -X POST -H "$session"
jq '{addOrUpdate: {"Pset_WallCommon.FireRating": (map({key: ., value: "REI 90"}) | from_entries)}}' <<<"$walls" |
  api "$model/products" -H "$session" -d @- | jq -e '.errors == []' >/dev/null
api "$model/publish" -H "$session" -d '{"title":"Walls rated"}'
api "$model/end-session" -X POST -H "$session"
echo published

# Export: the file as it was, with what was published.
export=$(api "$model/export-ifc" -X POST | jq -r .id)
ready "$export"
curl --silent --fail --location -H "Authorization: Bearer $PLINTH_TOKEN" -o "$folder/exported.ifc" "$model/export-ifc/$export/result"
echo exported
