import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Toasts } from '#shell/toasts.tsx'
import RefundDialog from './refund-dialog.tsx'

const order = { id: 'order-1', productName: 'Pixel 8', priceCents: 24_999, buyerName: 'Ben Buyer' }
const refund = vi.fn(async (_input: unknown): Promise<unknown> => undefined)
const onClose = vi.fn()

beforeEach(() => {
  refund.mockReset().mockResolvedValue(undefined)
  onClose.mockClear()
  render(
    <>
      <RefundDialog order={order} refund={refund} onClose={onClose} />
      <Toasts />
    </>,
  )
})

const reason = () => screen.getByLabelText('Reason')
const choose = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }))
const send = () => userEvent.click(screen.getByRole('button', { name: 'Refund $249.99' }))

describe('the refund form', () => {
  it('says what comes of it', () => {
    const dialog = screen.getByRole('dialog', { name: 'Refund Pixel 8?' })
    expect(dialog).toHaveAccessibleDescription(
      '$249.99 goes back to the card of Ben Buyer, and the order ends. This cannot be undone.',
    )
    expect(refund).not.toHaveBeenCalled()
  })

  it('says when the phone is not for sale again although that is chosen', () => {
    expect(screen.getByRole('radio', { name: /for sale again/ })).toHaveAccessibleDescription(
      'Whoever waits for it is asked first. If its category is no longer there, its post is removed.',
    )
  })

  it('wants a reason and a choice, and puts the focus into the first that is missing', async () => {
    await userEvent.type(reason(), '   ')
    await send()
    expect(await screen.findByText('Reason is required')).toBeVisible()
    expect(screen.getByText('Choose what happens to the phone')).toBeVisible()
    expect(reason()).toHaveFocus()
    await userEvent.type(reason(), 'The screen broke')
    await send()
    await waitFor(() => expect(screen.getByRole('radio', { name: /for sale again/ })).toHaveFocus())
    expect(refund).not.toHaveBeenCalled()
  })

  it.each([
    [/for sale again/, true],
    [/leaves the shop/, false],
  ])('sends the reason and the choice %s', async (choice, relist) => {
    await userEvent.type(reason(), ' The screen broke ')
    await choose(choice)
    await send()
    expect(await screen.findByText('Pixel 8 refunded')).toBeInTheDocument()
    expect(refund).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', reason: 'The screen broke', relist })
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('keeps what was typed when it is refused, and says why', async () => {
    refund.mockRejectedValueOnce(new Error('Only a paid order that is not handed over yet can be refunded.'))
    await userEvent.type(reason(), 'The screen broke')
    await choose(/leaves the shop/)
    await send()
    const refusal = await screen.findByText(/^Only a paid order.* Nothing you typed is lost\.$/)
    await waitFor(() => expect(document.activeElement).toContainElement(refusal))
    expect(reason()).toHaveValue('The screen broke')
    expect(screen.getByRole('radio', { name: /leaves the shop/ })).toBeChecked()
    expect(onClose).not.toHaveBeenCalled()
    await send()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  it('cannot be sent twice, nor left half-way', async () => {
    const sent = Promise.withResolvers<unknown>()
    refund.mockReturnValue(sent.promise)
    await userEvent.type(reason(), 'The screen broke')
    await choose(/leaves the shop/)
    await userEvent.dblClick(screen.getByRole('button', { name: 'Refund $249.99' }))
    await userEvent.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    sent.resolve(undefined)
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(refund).toHaveBeenCalledOnce()
  })

  it('closes by Escape without a refund', async () => {
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    expect(refund).not.toHaveBeenCalled()
  })
})
