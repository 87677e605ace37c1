// What a seller does. Every value of a form is the text of its field.

async function showAddProduct() {
  const categories = await calls.categories()
  const { email, displayName } = authUser()
  const number = { type: 'number', step: 'any' }
  const fields = [
    ['Model name', 'product_name'],
    ['Image', 'file', { type: 'file' }],
    ['Your name', 'seller_name', { value: displayName }],
    ['Category', 'id', { options: categories.map(({ _id, name }) => [_id, name]) }],
    ['Condition', 'condition', { options: ['excellent', 'good', 'fair'].map(one => [one, one]) }],
    ['Location', 'location'],
    ['Original price', 'orginal_price', number],
    ['Resale price', 'resale_price', number],
    ['Year used', 'year_used', number],
    ['Description', 'description'],
  ]
  const send = async ({ file, ...post }) => {
    const { success, url } = await calls.upload(file)
    if (!success) return
    const { ok } = await calls.addProduct({ ...post, image: url, email, posted: new Date().toString() })
    if (!ok) return
    toast(`${post.product_name} posted successfully`)
    go('/dashboard/MyProducts')
  }
  show('Add a product', form(fields, 'Add product', send))
}

async function showMyProducts() {
  const posts = await calls.ownProducts(authUser().email)
  show('My products', element('ul', {}, ...posts.map(ownProduct)))
}

function ownProduct(post) {
  const name = post.product_name
  const advertise = async () => toastOutcome(await calls.advertise(post), `${name}advertised successfully`)
  const remove = async () => {
    const { deletedCount } = await calls.deleteProduct(post._id)
    if (!(deletedCount > 0)) return
    toast(`Sell post for ${name} removed successfully`)
    await showMyProducts()
  }
  const image = element('img', { src: post.image, alt: name, width: 64 })
  return element(
    'li',
    {},
    image,
    ` ${name}: $${post.resale_price} `,
    button('Advertise', advertise),
    button('Delete', remove),
  )
}
