// The specification's calls: each payload has the fields of section 7, and of each answer only the fields that are named
// there and in section 3 are there to be read. Strict mode adds what the product asks for as proof, and nothing else.

const categoryFields = ['_id', 'name', 'image']
const copiedFields = [
  'id',
  'product_name',
  'image',
  'condition',
  'description',
  'location',
  'resale_price',
  'orginal_price',
  'year_used',
  'seller_name',
  'email',
  'posted',
]
const postFields = ['_id', ...copiedFields, 'product_condition', 'year_of_purchase']
const orderFields = ['_id', 'name', 'product', 'product_img', 'email', 'price', 'location', 'phone', 'paid']
const userFields = ['_id', 'name', 'email', 'status', 'role']

const pick = (object, fields) => Object.fromEntries(fields.map(field => [field, object[field]]))

// What is stored is sent as it is: `bearer null` before anyone has logged in.
const bearer = () => ({ authorization: `bearer ${localStorage.getItem('accessToken')}` })
const strictBearer = () => (settings.isStrict ? bearer() : {})
const proof = idToken => (settings.isStrict ? { authorization: `bearer ${idToken}` } : {})

async function request(method, path, { headers = {}, json } = {}) {
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  const typed = json === undefined ? headers : { ...headers, 'content-type': 'application/json' }
  return fetch(`${settings.host}${path}`, { method, headers: typed, ...body }).catch(() => {
    throw new Error('Network Error')
  })
}

/** Reads fields of an answer, whatever its status. */
async function read(fields, method, path, options) {
  const response = await request(method, path, options)
  return pick(await response.json(), fields)
}

/** Loads what a screen shows, or throws what its error page says. */
async function load(path, headers) {
  const response = await request('GET', path, { headers })
  if (!response.ok) throw new Error(`Request failed with status code ${response.status}`)
  return response.json()
}

async function loadList(fields, path, headers = {}) {
  const list = await load(path, headers)
  return list.map(item => pick(item, fields))
}

const calls = {
  isAdmin: async email =>
    (await read(['isAdmin'], 'GET', `/users/admin/${email}`, { headers: strictBearer() })).isAdmin,
  isSeller: async email =>
    (await read(['isSeller'], 'GET', `/users/seller/${email}`, { headers: strictBearer() })).isSeller,
  categories: () => loadList(categoryFields, '/categories'),
  category: id => loadList(postFields, `/categories/${id}`),

  /** The image host's upload: the field `image`, the key in the query. */
  async upload(file) {
    const body = new FormData()
    body.append('image', file)
    const response = await fetch(settings.uploadUrl, { method: 'POST', body })
    const { success, data } = await response.json()
    return { success, url: data?.url }
  },

  async recordUser({ name, email, role }, idToken) {
    const { ok } = await request('POST', '/users', { headers: proof(idToken), json: { name, email, role } })
    return ok
  },
  accessToken: async (email, idToken) =>
    (await read(['accessToken'], 'GET', `/jwt?email=${email}`, { headers: proof(idToken) })).accessToken,

  addProduct: post => request('POST', '/addProduct', { headers: bearer(), json: pick(post, copiedFields) }),
  ownProducts: email => loadList(postFields, `/getProduct?email=${email}`, bearer()),
  advertise: post =>
    read(['acknowledged', 'message'], 'POST', '/addProductTohome', {
      headers: bearer(),
      json: pick(post, copiedFields),
    }),
  advertised: email => loadList(postFields, `/getAddProduct?email=${email}`, bearer()),
  deleteProduct: id => read(['deletedCount'], 'DELETE', `/deleteProduct/${id}`, { headers: bearer() }),

  users: role => loadList(userFields, `/users/${role}`, bearer()),
  deleteUser: id => read(['deletedCount'], 'DELETE', `/users/${id}`, { headers: bearer() }),
  verifySeller: id =>
    read(['modifiedCount'], 'POST', `/users/${id}`, { headers: bearer(), json: { verified: 'verified' } }),

  orders: email => loadList(orderFields, `/orders?email=${email}`, bearer()),
  order: async id => pick(await load(`/orders/${id}`, strictBearer()), orderFields),
  book: ({ name, product, product_img, email, price, location, phone }) =>
    read(['acknowledged', 'message'], 'POST', '/orders', {
      headers: bearer(),
      json: { name, product, product_img, email, price, location, phone },
    }),

  clientSecret: async price =>
    (await read(['clientSecret'], 'POST', '/create-payment-intent', { headers: bearer(), json: { price } }))
      .clientSecret,
  recordPayment: ({ price, transactionId, email, bookingId }) =>
    read(['insertedId'], 'POST', '/payments', {
      headers: bearer(),
      json: { price, transactionId, email, bookingId },
    }),
}
