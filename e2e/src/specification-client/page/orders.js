// What a buyer sees, books and has booked.

async function showHome() {
  const swallow = () => []
  const [categories, advertised] = await Promise.all([
    calls.categories().catch(swallow),
    calls.advertised(authUser()?.email).catch(swallow),
  ])
  const names = categories.map(({ _id, name }) => element('li', {}, link(`/singleCategories/${_id}`, name)))
  const items = advertised.length > 0 ? posts(advertised) : element('p', {}, 'There is no Advertised item to show')
  show('Home', element('ul', {}, ...names), element('h2', {}, 'Advertised items'), items)
}

async function showCategory(id) {
  show('All phones', posts(await calls.category(id)), link('/', 'Back to Home'))
}

const posts = list => element('ul', {}, ...list.map(post))

function post(shown) {
  const { product_name: name, image, seller_name: seller, resale_price: price } = shown
  const open = async () => item.append(bookingForm(shown, item))
  const picture = element('img', { src: image, alt: name, width: 64 })
  const item = element('li', {}, picture, ` ${name} by ${seller}: $${price} `, button('Booking', open))
  return item
}

function bookingForm({ product_name: product, image, resale_price: price }, item) {
  const { displayName: name, email } = authUser() ?? {}
  const fixed = value => ({ value, disabled: true })
  const fields = [
    ['Your name', 'name', fixed(name)],
    ['Your email', 'email', fixed(email)],
    ['Price', 'price', fixed(price)],
    ['Phone', 'phone', { type: 'number' }],
    ['Meeting location', 'location'],
  ]
  const send = async ({ phone, location }) => {
    const booking = { name, product, product_img: image, email, price, location, phone }
    const outcome = await calls.book(booking)
    item.querySelector('form').remove()
    toastOutcome(outcome, 'The Item Is Booked!')
  }
  return form(fields, 'Submit', send)
}

async function showMyOrders() {
  const orders = await calls.orders(authUser().email)
  show('My orders', element('ul', {}, ...orders.map(orderOf)))
}

function orderOf({ _id, product, price, paid }) {
  const payment = paid ? ['Paid'] : price ? [link(`/dashboard/payment/${_id}`, 'Pay')] : []
  const item = element('li', {}, `${product}: $${price} `, ...payment)
  item.dataset.order = _id
  return item
}
