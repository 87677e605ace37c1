import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { openApp, refusal } from '../../../../app/open-app.tsx'
import { uploadToHost } from '../../../../listings/upload-to-host.ts'

vi.mock('../../../../listings/upload-to-host.ts', () => ({ uploadToHost: vi.fn(async () => '/images/abc.webp') }))

const pixel = { id: '0190a000-0000-7000-8000-000000000009', name: 'Pixel', slug: 'pixel', image: { url: '/p.webp' } }
const picture = new File(['pixels'], 'pixel.jpg', { type: 'image/jpeg' })
const create = vi.fn<(input: unknown) => unknown>(() => ({ listingId: pixel.id }))

async function post() {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  openApp({
    path: '/dashboard/AddProduct',
    role: 'SELLER',
    answers: {
      'catalog.categories': () => [pixel],
      'listings.create': create,
      'listings.mine': () => ({ items: [], nextCursor: null }),
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

it('stays with all that was typed when the server refuses', async () => {
  create.mockImplementationOnce(() => {
    throw refusal('Upload the picture first.', 'INVALID_INPUT', 400)
  })
  await post()
  expect(await screen.findByText('Upload the picture first. Nothing you typed is lost.')).toBeVisible()
  expect(location.pathname).toBe('/dashboard/AddProduct')
  expect(screen.getByLabelText('Description')).toHaveValue('Well kept.')
})
