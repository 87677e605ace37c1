import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Toasts } from '#shell/toasts.tsx'
import { refusal } from '#testing/open-app.tsx'
import HandOverDialog from './hand-over-dialog.tsx'

const order = { id: 'order-1', productName: 'Pixel 8', buyerName: 'Ben Buyer' }
const handOver = vi.fn(async (_input: unknown): Promise<unknown> => undefined)
const onClose = vi.fn()

beforeEach(() => {
  handOver.mockReset().mockResolvedValue(undefined)
  onClose.mockClear()
  render(
    <>
      <HandOverDialog order={order} handOver={handOver} onClose={onClose} />
      <Toasts />
    </>,
  )
})

const field = () => screen.getByLabelText('Six-digit code')
async function enter(code: string) {
  await userEvent.clear(field())
  if (code) await userEvent.type(field(), code)
  await userEvent.keyboard('{Enter}')
}

describe('entering the buyer’s code', () => {
  it('opens a phone’s number keys, and takes a code that the phone offers', () => {
    expect(screen.getByRole('dialog', { name: 'Enter the buyer’s code' })).toHaveAccessibleDescription(
      'Ben Buyer shows it to you when they have Pixel 8 in their hands.',
    )
    expect(field()).toHaveAttribute('inputmode', 'numeric')
    expect(field()).toHaveAttribute('autocomplete', 'one-time-code')
  })

  it.each(['', '12345', 'abcdef', '1234567'])('does not send %j', async code => {
    await enter(code)
    expect(await screen.findByText('Enter the six digits that the buyer shows you')).toBeVisible()
    expect(field()).toHaveFocus()
    expect(handOver).not.toHaveBeenCalled()
  })

  it('hands over, says so and closes; spaces do not matter', async () => {
    await enter('048 213')
    expect(await screen.findByText('Pixel 8 handed over')).toBeInTheDocument()
    expect(handOver).toHaveBeenCalledExactlyOnceWith({ orderId: 'order-1', code: '048213' })
    expect(onClose).toHaveBeenCalledOnce()
  })

  it.each([
    ['WRONG_CODE', 409, 'This is not the code of this order.'],
    ['TOO_MANY_REQUESTS', 429, 'Too many wrong codes. Ask the buyer to make a new code.'],
  ])('says %s at the field, keeps what was typed, and can be tried again', async (code, status, message) => {
    handOver.mockRejectedValueOnce(refusal(message, code, status))
    await enter('111111')
    expect(await screen.findByText(message)).toBeVisible()
    expect(field()).toHaveAccessibleDescription(message)
    await waitFor(() => expect(field()).toHaveFocus())
    expect(field()).toHaveValue('111111')
    expect(onClose).not.toHaveBeenCalled()
    await enter('048213')
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  it('says any other refusal for the form as a whole', async () => {
    handOver.mockRejectedValueOnce(new Error('Network Error'))
    await enter('048213')
    expect(await screen.findByText('Network Error. Nothing you typed is lost.')).toBeVisible()
    expect(field()).toHaveValue('048213')
    expect(onClose).not.toHaveBeenCalled()
  })
})
