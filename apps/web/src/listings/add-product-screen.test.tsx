import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'
import { uploadToHost } from './upload-to-host.ts'

vi.mock('./upload-to-host.ts', () => ({ uploadToHost: vi.fn(async () => '/images/abc.webp') }))

const pixel = { id: '0190a000-0000-7000-8000-000000000009', name: 'Pixel', slug: 'pixel', image: { url: '/p.webp' } }
const picture = new File(['pixels'], 'pixel.jpg', { type: 'image/jpeg' })
const create = vi.fn<(input: unknown) => unknown>(() => ({ listingId: pixel.id }))

async function post(answers: Answers = {}) {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  openApp({
    path: '/dashboard/AddProduct',
    role: 'SELLER',
    answers: {
      'catalog.categories': () => [pixel],
      'listings.create': create,
      'listings.mine': () => ({ items: [], nextCursor: null }),
      ...answers,
    },
  })
  await userEvent.type(await screen.findByLabelText('Model name'), 'Pixel 8')
  await userEvent.upload(screen.getByLabelText('Image'), picture)
  // Picked from the categories list.
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Pixel')
  await userEvent.type(screen.getByLabelText('Original price'), '499')
  await userEvent.type(screen.getByLabelText('Resale price'), '249.99')
  await userEvent.type(screen.getByLabelText('Years used'), '2')
  await userEvent.type(screen.getByLabelText('Location'), 'Leeds')
  await userEvent.type(screen.getByLabelText('Description'), 'Well kept.')
  await userEvent.click(screen.getByRole('button', { name: 'Add product' }))
}

it('posts a phone, says so and goes to My products', async () => {
  await post()
  expect(await screen.findByText('Pixel 8 posted successfully')).toBeInTheDocument()
  expect(await screen.findByRole('heading', { name: 'My products' })).toBeVisible()
  expect(location.pathname).toBe('/dashboard/MyProducts')
  expect(uploadToHost).toHaveBeenCalledOnce()
  expect(create).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ categoryId: pixel.id, sellerName: 'Ben', images: ['/images/abc.webp'] }),
  )
})

it('says that there is no category to post in yet', async () => {
  openApp({ path: '/dashboard/AddProduct', role: 'SELLER', answers: { 'catalog.categories': () => [] } })
  expect(await screen.findByText('No categories yet')).toBeVisible()
  expect(screen.queryByLabelText('Model name')).toBeNull()
})

it('stays with all that was typed when the server refuses', async () => {
  create.mockImplementationOnce(() => {
    throw refusal('Upload the picture first.', 'INVALID_INPUT', 400)
  })
  await post()
  expect(await screen.findByText('Upload the picture first. Nothing you typed is lost.')).toBeVisible()
  expect(location.pathname).toBe('/dashboard/AddProduct')
  expect(screen.getByLabelText('Description')).toHaveValue('Well kept.')
})

it.each([false, true])(
  'shows the way to prove the email where a limit stops an unproven seller: proven %s',
  async emailVerified => {
    create.mockImplementationOnce(() => {
      throw refusal('You have 3 posts for sale.', 'LIMIT_REACHED', 409)
    })
    const account = { id: 'sana', email: 's@x.test', name: 'Ben', role: 'SELLER', verified: false, emailVerified }
    await post({ 'accounts.me': () => account })
    expect(await screen.findByText('You have 3 posts for sale. Nothing you typed is lost.')).toBeVisible()
    const form = within(screen.getByRole('main'))
    expect(form.queryAllByRole('link', { name: 'Prove your email' })).toHaveLength(emailVerified ? 0 : 1)
  },
)

it('shows what phones like it cost as soon as enough is said of it, and cautions against a price far below', async () => {
  const band = vi.fn<(asked: unknown) => unknown>(() => ({ lowCents: 30_000, highCents: 35_000, sampleSize: 37 }))
  const answers = { 'catalog.categories': () => [pixel], 'listings.priceBand': band }
  openApp({ path: '/dashboard/AddProduct', role: 'SELLER', answers })
  await userEvent.type(await screen.findByLabelText('Model name'), 'Pixel 8')
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Pixel')
  await userEvent.selectOptions(screen.getByLabelText('Condition'), 'good')
  expect(band).not.toHaveBeenCalled()
  await userEvent.type(screen.getByLabelText('Years used'), '2')
  expect(await screen.findByText('Fair price $300–$350')).toBeVisible()
  expect(band).toHaveBeenCalledExactlyOnceWith({
    productName: 'Pixel 8',
    categoryId: pixel.id,
    condition: 'GOOD',
    yearsUsed: 2,
  })
  await userEvent.type(screen.getByLabelText('Resale price'), '320')
  expect(screen.getByText('$320 is within it.')).toBeVisible()
  await userEvent.clear(screen.getByLabelText('Resale price'))
  await userEvent.type(screen.getByLabelText('Resale price'), '99')
  expect(screen.getByText(/^This is far below/)).toBeVisible()
})

it('says nothing of other prices when too few are known', async () => {
  const band = vi.fn<(asked: unknown) => unknown>(() => null)
  const answers = { 'catalog.categories': () => [pixel], 'listings.priceBand': band }
  openApp({ path: '/dashboard/AddProduct', role: 'SELLER', answers })
  await userEvent.type(await screen.findByLabelText('Model name'), 'Pixel 8')
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Pixel')
  await userEvent.type(screen.getByLabelText('Years used'), '2')
  await vi.waitFor(() => expect(band).toHaveBeenCalled())
  expect(screen.queryByText(/^Fair price/)).toBeNull()
})

it('says nothing of categories that did not load: the form is there, and they are fetched again on focus', async () => {
  let down = true
  const categories = vi.fn(() => {
    if (down) throw refusal('Something is wrong', 'INVALID_INPUT', 400)
    return [pixel]
  })
  openApp({ path: '/dashboard/AddProduct', role: 'SELLER', answers: { 'catalog.categories': categories } })
  const choice = await screen.findByLabelText('Category')
  await waitFor(() => expect(categories).toHaveBeenCalled())
  await waitFor(() => expect(within(choice).getAllByRole('option')).toHaveLength(1))
  expect(screen.queryByText('Something is wrong')).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Oops! Something Went Wrong!' })).toBeNull()
  down = false
  fireEvent(window, new Event('visibilitychange'))
  expect(await within(choice).findByRole('option', { name: 'Pixel' })).toBeInTheDocument()
})

it('has no form for an account that is about to be deleted, and says how to keep it', async () => {
  const leaving = { id: 'ben', email: 'ben@x.test', name: 'Ben', role: 'SELLER', verified: false, emailVerified: true }
  const me = () => ({ ...leaving, deletesAt: '2030-01-01T10:00:00.000Z' })
  openApp({
    path: '/dashboard/AddProduct',
    role: 'SELLER',
    answers: { 'catalog.categories': () => [pixel], 'accounts.me': me },
  })
  const main = within(await screen.findByRole('main'))
  expect(await main.findByText(/You cannot post a phone now/)).toBeVisible()
  expect(main.getByRole('button', { name: 'Keep my account' })).toBeVisible()
  expect(screen.queryByLabelText('Model name')).toBeNull()
})
