// The payment of the order on the screen. The intent is asked for by its price alone; only the record names the order.

async function showPayment(id) {
  const order = await calls.order(id)
  const card = element('div')
  const problem = element('p', { role: 'alert' })
  const pay = element('button', { textContent: 'Pay', disabled: true })
  const payment = element('form', {}, card, pay, problem)
  show(`Make payment for ${order.product}`, element('p', {}, `Please pay $${order.price} to purchase.`), payment)

  const [stripe, clientSecret] = await Promise.all([loadProvider(), calls.clientSecret(order.price)])
  const cardElement = stripe.elements().create('card')
  cardElement.mount(card)
  pay.disabled = !clientSecret
  payment.addEventListener('submit', event => {
    event.preventDefault()
    pay.disabled = true
    problem.textContent = ''
    charge({ stripe, cardElement, clientSecret, order })
      .catch(error => {
        problem.textContent = error.message
      })
      .finally(() => {
        pay.disabled = false
      })
  })
}

async function charge({ stripe, cardElement, clientSecret, order }) {
  const { displayName: name, email } = authUser()
  const { error: cardError } = await stripe.createPaymentMethod({ type: 'card', card: cardElement })
  if (cardError) throw cardError
  const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: { card: cardElement, billing_details: { name, email } },
  })
  if (error) throw error
  if (paymentIntent.status !== 'succeeded') return
  toast('Congratulation your payment completed')
  toast(`Your transaction id: ${paymentIntent.id}`)
  const record = { price: order.price, transactionId: paymentIntent.id, email, bookingId: order._id }
  const { insertedId } = await calls.recordPayment(record)
  if (insertedId) toast('Congrats! your payment completed')
}

function loadProvider() {
  const { promise, resolve, reject } = Promise.withResolvers()
  const script = element('script', { src: settings.cardScriptUrl })
  script.onload = () => resolve(Stripe(settings.cardKey))
  script.onerror = () => reject(new Error('Network Error'))
  document.head.append(script)
  return promise
}
