#!/bin/bash
#
# Second Ring over REST: from two sign-ups to a phone that is sold and paid, as any client can do it.
# It runs as it stands against a fresh `npm start`, as often as you like:
#
#     docs/rest-client.sh
#     BASE_URL=http://localhost:4000 docs/rest-client.sh
#
# BASE_URL/docs describes every call. The sandbox's own sign-in provider and test cards are used here; a real product's
# config.json names the real ones, which speak the same protocols.

set -euo pipefail

BASE_URL=${BASE_URL:-http://localhost:3000}

for tool in curl node; do
  command -v "$tool" >/dev/null || { echo "rest-client.sh needs $tool, which is not on the PATH." >&2; exit 1; }
done

# The value at a path of the JSON on stdin: `field data.url`.
field() {
  node -e '
    const answer = require("fs").readFileSync(0, "utf8")
    if (answer === "") process.exit(1)
    const value = process.argv[1].split(".").reduce((part, key) => part?.[key], JSON.parse(answer))
    if (value === undefined) { console.error(`No ${process.argv[1]} in ${answer}`); process.exit(1) }
    console.log(value)' "$1"
}

# curl, with an answer of 4xx or 5xx as a failure that shows what the server said.
call() {
  local answer
  answer=$(curl --silent --show-error --fail-with-body "$@") || { printf '%s\n' "$answer" >&2; return 1; }
  printf '%s\n' "$answer"
}

# The same with a JSON body.
send() {
  call --header 'content-type: application/json' "$@"
}

say() {
  printf '\n%s\n' "$*"
}

# --- Where everything is ---------------------------------------------------------------------------------------------

config=$(call "$BASE_URL/config.json")
api_key=$(field identity.apiKey <<<"$config")
sign_in=$(field identity.emulatorUrl <<<"$config")/identitytoolkit.googleapis.com/v1
card_key=$(field cardPayments.publishableKey <<<"$config")
cards=$(field cardPayments.scriptUrl <<<"$config" | sed -E 's|^(https?://[^/]+).*|\1|')
upload=$(field imageHost.uploadUrl <<<"$config")
case $upload in /*) upload=$BASE_URL$upload ;; esac

# --- Accounts --------------------------------------------------------------------------------------------------------

# Signs a person up at the identity provider, records them, and prints their access token. The password goes to the
# provider alone.
sign_up() {
  local name=$1 email=$2 role=$3 id_token
  id_token=$(send "$sign_in/accounts:signUp?key=$api_key" \
    --data "{ \"email\": \"$email\", \"password\": \"second-ring\", \"returnSecureToken\": true }" | field idToken)

  # The provider's ID token proves the email: once to be recorded, and whenever an access token is wanted (for an hour).
  send "$BASE_URL/users" --header "authorization: Bearer $id_token" \
    --data "{ \"name\": \"$name\", \"email\": \"$email\", \"role\": \"$role\" }" >&2
  call --get "$BASE_URL/jwt" --header "authorization: Bearer $id_token" \
    --data-urlencode "email=$email" | field accessToken
}

say 'A seller and a buyer sign up'
run=$(date +%s)-$$
seller_email=sana-$run@example.test
buyer_email=ben-$run@example.test
seller=$(sign_up 'Sana Seller' "$seller_email" Seller)
buyer=$(sign_up 'Ben Buyer' "$buyer_email" Buyer)
call "$BASE_URL/users/seller/$seller_email" --header "authorization: Bearer $seller"

# --- The seller posts a phone and advertises it ----------------------------------------------------------------------

say 'The categories'
categories=$(call "$BASE_URL/categories")
if [ "$categories" = '[]' ]; then
  echo 'This market has no category yet. Create one, for example at /dashboard/Categories as an admin, and run this again.' >&2
  exit 1
fi
category=$(field 0._id <<<"$categories")
field 0.name <<<"$categories"

# A picture goes to the image host first; its answer's address goes into the post.
say 'The seller uploads a picture'
picture='iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEUzZlWp8Q9JAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYhe3BgQAAAADDoPlT3+AEVQEAAAB0DRBAAAGx1LfoAAAAAElFTkSuQmCC'
image=$(base64 -d <<<"$picture" | call "$upload" --form 'image=@-;filename=phone.png;type=image/png' | field data.url)
echo "$image"

# Prices are dollars, as numbers or as texts.
post() {
  send "$BASE_URL/addProduct" --header "authorization: Bearer $seller" --data "{
    \"id\": \"$category\",
    \"product_name\": \"$1\",
    \"image\": \"$image\",
    \"condition\": \"good\",
    \"description\": \"Works as it should.\",
    \"location\": \"Portland, Oregon\",
    \"resale_price\": \"249.99\",
    \"orginal_price\": 599,
    \"year_used\": \"2\",
    \"seller_name\": \"Sana Seller\",
    \"email\": \"$seller_email\"
  }" | field insertedId
}

say 'The seller posts two phones, and advertises the first'
product=$(post "Aurora $run")
other=$(post "Aurora mini $run")
send "$BASE_URL/addProductTohome" --header "authorization: Bearer $seller" --data "{ \"_id\": \"$product\" }"

# --- The buyer books it ----------------------------------------------------------------------------------------------

# Lists are plain arrays. The header `link: <…>; rel="next"` of a full page names the next one.
say 'The newest of the category'
call "$BASE_URL/categories/$category?limit=1" | field 0.product_name

# `acknowledged` is false, with a message, when a rule refuses: here when someone else was faster.
say 'The buyer books the phone'
booking=$(send "$BASE_URL/orders" --header "authorization: Bearer $buyer" --data "{
    \"productId\": \"$product\",
    \"name\": \"Ben Buyer\",
    \"product\": \"Aurora $run\",
    \"product_img\": \"$image\",
    \"email\": \"$buyer_email\",
    \"price\": 249.99,
    \"location\": \"Central Library\",
    \"phone\": \"+1 555 010 0199\"
  }" | field insertedId)
echo "$booking"

# --- The buyer pays --------------------------------------------------------------------------------------------------

# The amount is the order's; the price says that both sides mean the same.
say 'The buyer pays by card'
secret=$(send "$BASE_URL/create-payment-intent" --header "authorization: Bearer $buyer" \
  --data "{ \"price\": 249.99, \"bookingId\": \"$booking\" }" | field clientSecret)
transaction=${secret%%_secret_*}

# The card goes to the card payments' provider, never to the product. A page takes it by the provider's own form, which
# makes a payment method of it; the provider has ready ones for tests.
call "$cards/v1/payment_intents/$transaction/confirm" --data-urlencode "key=$card_key" \
  --data-urlencode "client_secret=$secret" --data payment_method=pm_card_visa | field status

# The product asks the provider itself before it records the payment.
send "$BASE_URL/payments" --header "authorization: Bearer $buyer" --data "{
    \"price\": 249.99,
    \"transactionId\": \"$transaction\",
    \"email\": \"$buyer_email\",
    \"bookingId\": \"$booking\"
  }"

say 'The buyer’s orders'
call --get "$BASE_URL/orders" --header "authorization: Bearer $buyer" --data-urlencode "email=$buyer_email"
paid=$(call "$BASE_URL/orders/$booking" --header "authorization: Bearer $buyer" | field paid)

# --- The seller takes the other phone off the market -------------------------------------------------------------------

say 'The seller deletes the other phone'
call --request DELETE "$BASE_URL/deleteProduct/$other" --header "authorization: Bearer $seller"

say "Order $booking is paid: $paid"
