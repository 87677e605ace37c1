import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AddProductForm } from './add-product-form.tsx'
import type { UploadProgress } from './use-upload-to-host.ts'

const category = { id: '0190a000-0000-7000-8000-000000000001', name: 'Pixel', slug: 'pixel', image: { url: '/p.webp' } }
const picture = new File(['pixels'], 'pixel.jpg', { type: 'image/jpeg' })
const upload = vi.fn(async (_file: File, _progress: UploadProgress) => '/images/abc.webp')
const create = vi.fn(async (_listing: unknown) => undefined)
const onPosted = vi.fn()

beforeEach(() => {
  for (const fake of [upload, create, onPosted]) fake.mockClear()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  sessionStorage.clear()
  open()
})

function open(userId = 'nia') {
  render(
    <AddProductForm
      categories={[category]}
      sellerName="Nia Cole"
      userId={userId}
      upload={upload}
      create={create}
      onPosted={onPosted}
    />,
  )
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Add product' }))
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)

async function fill() {
  await type('Model name', 'Pixel 8')
  await userEvent.upload(screen.getByLabelText('Image'), picture)
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Pixel')
  await userEvent.selectOptions(screen.getByLabelText('Condition'), 'good')
  await type('Original price', '499')
  await type('Resale price', '249.99')
  await type('Years used', '2')
  await type('Location', 'Leeds')
  await type('Description', 'Well kept.')
}

function expectFilled() {
  const values = {
    'Model name': 'Pixel 8',
    'Your name': 'Nia Cole',
    Category: category.id,
    Condition: 'GOOD',
    'Original price': '499',
    'Resale price': '249.99',
    'Years used': '2',
    Location: 'Leeds',
    Description: 'Well kept.',
  }
  for (const [label, value] of Object.entries(values)) expect(screen.getByLabelText(label)).toHaveValue(value)
  expect(screen.getByText(picture.name)).toBeVisible()
}

describe('the Add a product form', () => {
  it('still has what was typed after another page, for the same user alone, until it is posted', async () => {
    await fill()
    cleanup()
    open('ben')
    expect(screen.getByLabelText('Model name')).toHaveValue('')
    cleanup()
    open()
    expect(screen.getByLabelText('Description')).toHaveValue('Well kept.')
    expect(screen.getByLabelText('Category')).toHaveValue(category.id)
    await userEvent.upload(screen.getByLabelText('Image'), picture)
    await submit()
    await vi.waitFor(() => expect(onPosted).toHaveBeenCalledOnce())
    cleanup()
    open()
    expect(screen.getByLabelText('Model name')).toHaveValue('')
  })

  it('requires every field, and puts the focus into the first', async () => {
    await userEvent.clear(screen.getByLabelText('Your name'))
    await submit()
    expect(await screen.findByText('Model name is required')).toBeVisible()
    for (const message of [
      'Your name is required',
      'A picture is required',
      'Years used is required',
      'Location is required',
      'Description is required',
    ]) {
      expect(screen.getByText(message)).toBeVisible()
    }
    expect(screen.getAllByText('Enter a price, such as 249.99')).toHaveLength(2)
    expect(screen.getByLabelText('Category')).toBeInvalid()
    expect(screen.getByLabelText('Model name')).toHaveFocus()
    expect(upload).not.toHaveBeenCalled()
  })

  it.each(['abc', '1,000', '-5', '1e3', '0x10', '10.005'])('does not take %s for a price', async text => {
    await type('Resale price', text)
    await submit()
    expect(await screen.findByText('Enter a price in dollars, such as 249.99')).toBeVisible()
  })

  it.each(['1.5', 'two', '51', '-1'])('does not take %s for years', async text => {
    await type('Years used', text)
    await submit()
    expect(await screen.findByText('Enter whole years, from 0 to 50')).toBeVisible()
  })

  it('offers the three conditions', () => {
    const options = [...screen.getByLabelText<HTMLSelectElement>('Condition').options]
    expect(options.map(option => option.text)).toEqual(['excellent', 'good', 'fair'])
  })

  it('sends the picture first, then posts with its address and prices in cents', async () => {
    await fill()
    await submit()
    await vi.waitFor(() => expect(onPosted).toHaveBeenCalledExactlyOnceWith('Pixel 8'))
    expect(upload.mock.calls[0]?.[0]).toBe(picture)
    expect(create).toHaveBeenCalledExactlyOnceWith({
      productName: 'Pixel 8',
      sellerName: 'Nia Cole',
      categoryId: category.id,
      condition: 'GOOD',
      images: ['/images/abc.webp'],
      originalPriceCents: 49_900,
      resalePriceCents: 24_999,
      yearsUsed: 2,
      location: 'Leeds',
      description: 'Well kept.',
    })
  })

  it('shows how far the picture is', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    upload.mockImplementationOnce((_file, { onProgress }) => {
      onProgress(40)
      return promise
    })
    await fill()
    await submit()
    expect(await screen.findByRole('progressbar', { name: 'Sending the picture' })).toHaveAttribute(
      'aria-valuenow',
      '40',
    )
    expect(create).not.toHaveBeenCalled()
    resolve('/images/abc.webp')
    await vi.waitFor(() => expect(onPosted).toHaveBeenCalledOnce())
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('does not post when the picture is refused, says so at it, and keeps what was typed', async () => {
    upload.mockRejectedValueOnce(new Error('This is not an image'))
    await fill()
    await submit()
    expect(await screen.findByText('This is not an image. Nothing you typed is lost.')).toBeVisible()
    expect(screen.getByLabelText('Image')).toHaveFocus()
    expect(screen.getByLabelText('Image')).toBeInvalid()
    expect(create).not.toHaveBeenCalled()
    expectFilled()
    await submit()
    await vi.waitFor(() => expect(onPosted).toHaveBeenCalledOnce())
  })

  it('keeps what was typed when the post is refused, and puts the focus on why', async () => {
    create.mockRejectedValueOnce(new Error('Upload the picture first'))
    await fill()
    await submit()
    const refusal = await screen.findByText('Upload the picture first. Nothing you typed is lost.')
    await vi.waitFor(() => expect(refusal.closest('[tabindex="-1"]')).toHaveFocus())
    expect(onPosted).not.toHaveBeenCalled()
    expectFilled()
  })

  it('does not send the same picture twice when only the post failed', async () => {
    create.mockRejectedValueOnce(new Error('Network Error'))
    await fill()
    await submit()
    expect(await screen.findByText(/Network Error/)).toBeVisible()
    await submit()
    await vi.waitFor(() => expect(onPosted).toHaveBeenCalledOnce())
    expect(upload).toHaveBeenCalledOnce()
    expect(create).toHaveBeenCalledTimes(2)
  })

  it('is locked while it is sent, with the button in focus', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    upload.mockImplementationOnce(() => promise)
    await fill()
    await submit()
    await vi.waitFor(() => expect(screen.getByLabelText('Model name')).toBeDisabled())
    for (const field of screen.getAllByRole('textbox')) expect(field).toBeDisabled()
    for (const label of ['Image', 'Category', 'Condition']) expect(screen.getByLabelText(label)).toBeDisabled()
    expect(screen.getByRole('button')).toHaveFocus()
    resolve('/images/abc.webp')
    await vi.waitFor(() => expect(onPosted).toHaveBeenCalledOnce())
    expect(screen.getByLabelText('Model name')).toBeEnabled()
    expectFilled()
  })

  it('stops the upload when its page is left, and posts nothing', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    upload.mockImplementationOnce(() => promise)
    await fill()
    await submit()
    await vi.waitFor(() => expect(upload).toHaveBeenCalledOnce())
    const signal = upload.mock.calls[0]?.[1].signal
    expect(signal?.aborted).toBe(false)
    cleanup()
    expect(signal?.aborted).toBe(true)
    resolve('/images/abc.webp')
    await promise
    await new Promise(done => queueMicrotask(() => done(undefined)))
    expect(create).not.toHaveBeenCalled()
  })

  it('says at once that a file is too large, and reads nothing of it', async () => {
    const show = vi.fn(() => 'blob:x')
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: show }))
    const large = Object.defineProperty(new File(['x'], 'large.jpg', { type: 'image/jpeg' }), 'size', {
      value: 50 * 1024 * 1024 + 1,
    })
    await userEvent.upload(screen.getByLabelText('Image'), large)
    expect(await screen.findByText('Choose a picture of at most 50 MB')).toBeVisible()
    expect(show).not.toHaveBeenCalled()
    await submit()
    expect(upload).not.toHaveBeenCalled()
    expect(screen.getByLabelText('Image')).toBeInvalid()
  })
})
