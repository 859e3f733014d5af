#!/bin/sh
# The life of a key, from its creation to its deletion, with curl. Needs KEYWARD_URL and KEYWARD_KEY (a root key).
set -eu

call() {
  curl -sSf "$KEYWARD_URL/v2/$1" \
    -H "Authorization: Bearer $KEYWARD_KEY" -H 'Content-Type: application/json' -d "$2"
}

# field NAME: prints the text of that field of the JSON on standard input.
field() {
  sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"
}

verify() {
  echo "$1: $(call keys.verifyKey "{\"key\":\"$key\",\"credits\":{\"cost\":2}}" | field code)"
}

api=$(call apis.createApi '{"name":"Tides"}' | field apiId)
created=$(call keys.createKey "{\"apiId\":\"$api\",\"prefix\":\"tides\",\"externalId\":\"user_110\",\"credits\":{\"remaining\":5}}")
key=$(echo "$created" | field key)
id=$(echo "$created" | field keyId)

verify "A new key with 5 credits, asked for 2"
verify "Again"
verify "With 1 credit left"
call keys.updateCredits "{\"keyId\":\"$id\",\"operation\":\"increment\",\"value\":10}" >/dev/null
verify "After 10 more credits"
call keys.updateKey "{\"keyId\":\"$id\",\"enabled\":false}" >/dev/null
verify "Disabled"
call keys.updateKey "{\"keyId\":\"$id\",\"enabled\":true}" >/dev/null
verify "Enabled again"
call keys.deleteKey "{\"keyId\":\"$id\"}" >/dev/null
verify "Deleted"
