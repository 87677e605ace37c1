import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'
import { ownListing } from '#testing/own-listing.ts'

const pixel = { id: '0190a000-0000-7000-8000-000000000009', name: 'Pixel', slug: 'pixel', image: { url: '/p.webp' } }

interface Asked {
  categoryId: string
  priceCents: number
}
const quote = vi.fn(({ priceCents }: Asked) => {
  return { priceCents, basisPoints: 450, minimumCents: 0, feeCents: Math.round(priceCents * 0.045), feeTaxCents: 0 }
})

function open(path: string, answers: Answers) {
  openApp({ path, role: 'SELLER', answers: { 'catalog.categories': () => [pixel], 'fees.quote': quote, ...answers } })
}

async function addPriced(answers: Answers = {}) {
  open('/dashboard/AddProduct', answers)
  await screen.findByRole('option', { name: 'Pixel' })
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Pixel')
  await userEvent.type(screen.getByLabelText('Resale price'), '200')
}

it('says before posting what is kept of the price and what the seller gets, as the price is typed', async () => {
  await addPriced()
  expect(await screen.findByText(/^Of \$200, Second Ring keeps 4\.5 % \(\$9\) when/)).toHaveTextContent('You get $191.')
  expect(quote).toHaveBeenLastCalledWith({ categoryId: pixel.id, priceCents: 20_000 })
  await userEvent.type(screen.getByLabelText('Resale price'), '.20')
  expect(await screen.findByText(/^Of \$200\.20, Second Ring keeps 4\.5 % \(\$9\.01\)/)).toBeVisible()
  await userEvent.clear(screen.getByLabelText('Resale price'))
  expect(screen.queryByText(/Second Ring keeps/)).toBeNull()
})

it('names the least that is kept', async () => {
  const least = { priceCents: 20_000, basisPoints: 400, minimumCents: 1000, feeCents: 1000, feeTaxCents: 0 }
  await addPriced({ 'fees.quote': () => least })
  expect(await screen.findByText(/keeps 4 %, at least \$10 \(\$10\)/)).toHaveTextContent('You get $190.')
})

it('names what of the fee is tax, which changes nothing of what the seller gets', async () => {
  await addPriced({ 'fees.quote': (asked: Asked) => ({ ...quote(asked), feeTaxCents: 150 }) })
  const line = await screen.findByText(/^Of \$200, Second Ring keeps 4\.5 % \(\$9 including \$1\.50 tax\) when/)
  expect(line).toHaveTextContent('You get $191.')
})

it('says when nothing is kept', async () => {
  const nothing = { priceCents: 20_000, basisPoints: 0, minimumCents: 0, feeCents: 0, feeTaxCents: 0 }
  await addPriced({ 'fees.quote': () => nothing })
  expect(await screen.findByText('Second Ring keeps nothing. You get $200 for the phone.')).toBeVisible()
})

it('says that the fee did not load, and asks again', async () => {
  let isDown = true
  await addPriced({
    'fees.quote': (asked: Asked) => {
      if (isDown) throw refusal('Try again in a minute.', 'UNAVAILABLE', 503)
      return quote(asked)
    },
  })
  expect(await screen.findByText('Second Ring’s fee did not load')).toBeVisible()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/^Of \$200, Second Ring keeps/)).toBeVisible()
})

it('is shown for a new price of a posted phone too', async () => {
  open('/dashboard/MyProducts', { 'listings.mine': () => ({ items: [ownListing], nextCursor: null }) })
  await userEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/^Of \$249\.99, Second Ring keeps 4\.5 % \(\$11\.25\)/)).toBeVisible()
  expect(quote).toHaveBeenLastCalledWith({ categoryId: ownListing.categoryId, priceCents: 24_999 })
})
