import type { OwnListing } from '@second-ring/contracts/listings/listing'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Toasts } from '#shell/toasts.tsx'
import { ownListing } from '#testing/own-listing.ts'
import EditListingDialog from './edit-listing-dialog.tsx'
import type { UploadProgress } from './use-upload-to-host.ts'

const picture = new File(['pixels'], 'new.jpg', { type: 'image/jpeg' })
const upload = vi.fn(async (_file: File, _progress: UploadProgress) => '/images/new.webp')
const edit = vi.fn(async (_changes: unknown) => undefined)
const onClose = vi.fn()

beforeEach(() => {
  for (const fake of [upload, edit, onClose]) fake.mockClear()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
})

function open(listing: Partial<OwnListing> = {}) {
  render(
    <>
      <EditListingDialog listing={{ ...ownListing, ...listing }} upload={upload} edit={edit} onClose={onClose} />
      <Toasts />
    </>,
  )
}

const price = () => screen.getByLabelText('Resale price')
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }))

describe('the edit form', () => {
  it.each([
    [24_999, '249.99'],
    [24_990, '249.90'],
    [20_000, '200'],
    [50, '0.50'],
    [99_999_999, '999999.99'],
  ])('starts from a price of %i cents as %s, and saves just that', async (resalePriceCents, text) => {
    open({ resalePriceCents })
    expect(price()).toHaveValue(text)
    expect(screen.getByLabelText('Description')).toHaveValue('Well kept.')
    await save()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(edit).toHaveBeenCalledExactlyOnceWith({
      listingId: ownListing.id,
      description: 'Well kept.',
      resalePriceCents,
    })
  })

  it('sends a new price in cents, and says that it is saved', async () => {
    open()
    await userEvent.clear(price())
    await userEvent.type(price(), '219.9')
    await save()
    expect(await screen.findByText('Pixel 8 updated successfully')).toBeInTheDocument()
    expect(edit).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ resalePriceCents: 21_990 }))
    expect(upload).not.toHaveBeenCalled()
  })

  it('names what is wrong, and puts the focus into the first such field', async () => {
    open()
    await userEvent.clear(price())
    await userEvent.type(price(), '0.10')
    await userEvent.clear(screen.getByLabelText('Description'))
    await save()
    expect(await screen.findByText('Enter a price from $0.50 to $999,999.99')).toBeVisible()
    expect(screen.getByText('Description is required')).toBeVisible()
    expect(price()).toHaveFocus()
    expect(edit).not.toHaveBeenCalled()
  })

  it('sends a new picture first, once, and keeps all input when the rest fails', async () => {
    edit.mockRejectedValueOnce(new Error('Network Error'))
    open()
    await userEvent.upload(screen.getByLabelText('Image'), picture)
    await userEvent.type(screen.getByLabelText('Description'), ' New battery.')
    await save()
    const refusal = await screen.findByText('Network Error. Nothing you typed is lost.')
    await vi.waitFor(() => expect(refusal.closest('[tabindex="-1"]')).toHaveFocus())
    expect(screen.getByLabelText('Description')).toHaveValue('Well kept. New battery.')
    expect(onClose).not.toHaveBeenCalled()
    await save()
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(upload).toHaveBeenCalledOnce()
    expect(edit).toHaveBeenLastCalledWith({
      listingId: ownListing.id,
      description: 'Well kept. New battery.',
      resalePriceCents: 24_999,
      images: ['/images/new.webp'],
    })
  })

  it('says at the picture that it was refused, and keeps all input', async () => {
    upload.mockRejectedValueOnce(new Error('This is not an image'))
    open()
    await userEvent.upload(screen.getByLabelText('Image'), picture)
    await userEvent.type(screen.getByLabelText('Description'), ' New battery.')
    await save()
    expect(await screen.findByText('This is not an image. Nothing you typed is lost.')).toBeVisible()
    expect(screen.getByLabelText('Image')).toHaveFocus()
    expect(screen.getByLabelText('Description')).toHaveValue('Well kept. New battery.')
    expect(edit).not.toHaveBeenCalled()
  })

  it('closes by Escape without a change', async () => {
    open()
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    expect(edit).not.toHaveBeenCalled()
  })

  it('does not take what is no picture', async () => {
    open()
    const text = new File(['x'], 'x.txt', { type: 'text/plain' })
    await userEvent.upload(screen.getByLabelText('Image'), text, { applyAccept: false })
    await save()
    expect(await screen.findByText('Choose a JPEG, PNG, WebP or AVIF picture')).toBeVisible()
    expect(edit).not.toHaveBeenCalled()
  })
})
