// A client as the specification describes it, on an origin of its own: the token in localStorage, sent as it is there
// (`null` before anyone is signed in); the email of nobody as `undefined`; axios here, fetch there.
const product = new URLSearchParams(location.search).get('product')
const say = text => {
  document.querySelector('#status').textContent = text
}
const authorization = () => `bearer ${localStorage.getItem('accessToken')}`
const failing = act => event => {
  event?.preventDefault()
  act(event).catch(error => say(error.message))
}
let user

async function identityProvider() {
  // An old client has this built in.
  const { identity } = await fetch('/provider.json').then(response => response.json())
  return `${identity.emulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${identity.apiKey}`
}

async function signUp({ target }) {
  const { name, email, password } = Object.fromEntries(new FormData(target))
  const account = { email, password, returnSecureToken: true }
  const { data } = await axios.post(await identityProvider(), account)
  const proof = { headers: { authorization: `Bearer ${data.idToken}` } }
  await axios.post(`${product}/users`, { name, email, role: 'Buyer' }, proof)
  const jwt = await axios.get(`${product}/jwt?email=${email}`, proof)
  localStorage.setItem('accessToken', jwt.data.accessToken)
  user = { name, email }
  say('User Created Successfully')
  await showAdvertised()
  await showOrders()
}

async function showAdvertised() {
  const { data } = await axios.get(`${product}/getAddProduct?email=${user?.email}`, {
    headers: { authorization: authorization() },
  })
  document.querySelector('#advertised').replaceChildren(...data.map(itemOf))
}

function itemOf(post) {
  const item = document.createElement('li')
  const image = Object.assign(new Image(), { src: post.image, alt: post.product_name, width: 64 })
  const button = Object.assign(document.createElement('button'), { textContent: 'Booking' })
  button.addEventListener(
    'click',
    failing(() => book(post)),
  )
  item.append(image, ` ${post.product_name} by ${post.seller_name}: $${post.resale_price} `, button)
  return item
}

async function book(post) {
  const booking = {
    name: user?.name,
    product: post.product_name,
    product_img: post.image,
    email: user?.email,
    price: String(post.resale_price),
    location: 'Central Library',
    phone: '15550100199',
  }
  const response = await fetch(`${product}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: authorization() },
    body: JSON.stringify(booking),
  })
  const answer = await response.json()
  say(answer.acknowledged ? 'The Item Is Booked!' : answer.message)
  if (user) await showOrders()
}

async function showOrders() {
  const response = await fetch(`${product}/orders?email=${user.email}`, { headers: { authorization: authorization() } })
  const orders = await response.json()
  const lines = orders.map(({ product: name, price, paid }) => `${name}: $${price}, ${paid ? 'paid' : 'not paid'}`)
  document
    .querySelector('#orders')
    .replaceChildren(...lines.map(line => Object.assign(document.createElement('li'), { textContent: line })))
}

document.querySelector('#signup').addEventListener('submit', failing(signUp))
failing(showAdvertised)()
