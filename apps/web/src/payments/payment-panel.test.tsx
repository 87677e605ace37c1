import type { Stripe } from '@stripe/stripe-js'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TRPCClientError } from '@trpc/client'
import { useState } from 'react'
import toast, { Toaster } from 'react-hot-toast'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeStripe } from '#testing/fake-stripe.ts'
import PaymentPanel from './payment-panel.tsx'

const record = vi.fn(async (_transactionId: string) => undefined)
let provider: ReturnType<typeof fakeStripe>
beforeEach(() => {
  record.mockReset()
  record.mockResolvedValue(undefined)
  toast.remove()
  provider = fakeStripe()
})

type Shown = { stripe?: Stripe | null; clientSecret?: string | null; charged?: string; isRecorded?: boolean }

function Panel({
  stripe = provider.stripe,
  clientSecret = 'pi_1_secret_x',
  charged: before,
  isRecorded = false,
}: Shown) {
  const [charged, setCharged] = useState(before)
  return (
    <>
      <PaymentPanel
        amount="$249.99"
        buyer={{ name: 'Ben', email: 'ben@x.test' }}
        stripe={stripe}
        clientSecret={clientSecret ?? undefined}
        record={record}
        charged={charged}
        onCharged={setCharged}
        isRecorded={isRecorded}
        next={<a href="/dashboard/myOrders">See my orders</a>}
      />
      <Toaster />
    </>
  )
}

const panel = (shown: Shown = {}) => <Panel {...shown} />
const beingRecorded = 'Your payment was taken and is being recorded.'
const payButton = () => screen.getByRole('button', { name: /^Pay/ })

describe('the Pay button', () => {
  it('waits for the library and for the client secret', () => {
    const { rerender } = render(panel({ stripe: null, clientSecret: null }))
    expect(payButton()).toBeDisabled()
    rerender(panel({ clientSecret: null }))
    expect(payButton()).toBeDisabled()
    rerender(panel())
    expect(payButton()).toBeEnabled()
  })

  it('cannot be pressed again while the payment goes on', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    provider.confirmCardPayment.mockReturnValueOnce(promise)
    render(panel())
    await userEvent.click(payButton())
    expect(payButton()).toBeDisabled()
    await userEvent.click(payButton())
    expect(provider.createPaymentMethod).toHaveBeenCalledOnce()
    await act(async () => resolve({ error: { message: 'Your card was declined.' } }))
    expect(payButton()).toBeEnabled()
  })
})

describe('a refusal', () => {
  it('of the card shows the words of the provider, and charges nothing', async () => {
    provider.createPaymentMethod.mockResolvedValueOnce({ error: { message: 'Your card number is incomplete.' } })
    render(panel())
    await userEvent.click(payButton())
    expect(await screen.findByText('Your card number is incomplete.')).toBeVisible()
    expect(provider.focus).toHaveBeenCalledOnce()
    expect(provider.confirmCardPayment).not.toHaveBeenCalled()
    expect(record).not.toHaveBeenCalled()
  })

  it('of the charge shows the words of the provider, and leaves the form for another card', async () => {
    provider.confirmCardPayment.mockResolvedValueOnce({ error: { message: 'Your card has insufficient funds.' } })
    render(panel())
    await userEvent.click(payButton())
    expect(await screen.findByText('Your card has insufficient funds.')).toBeVisible()
    expect(provider.focus).toHaveBeenCalledOnce()
    expect(record).not.toHaveBeenCalled()
    await userEvent.click(payButton())
    await screen.findByText('pi_1')
    expect(screen.queryByText('Your card has insufficient funds.')).toBeNull()
  })

  it('while typing shows under the field, and goes when it is put right', () => {
    render(panel())
    act(() => provider.change({ error: { message: 'Your card number is invalid.' } }))
    expect(screen.getByText('Your card number is invalid.')).toBeVisible()
    expect(screen.getByRole('group', { name: 'Card' })).toHaveAccessibleDescription('Your card number is invalid.')
    act(() => provider.change({ error: undefined }))
    expect(screen.queryByText('Your card number is invalid.')).toBeNull()
  })
})

describe('a success', () => {
  it('shows the transaction, records it, and says both', async () => {
    render(panel())
    await userEvent.click(payButton())
    expect(await screen.findByText('pi_1')).toBeVisible()
    expect(screen.getByText('pi_1').closest('[tabindex="-1"]')).toHaveFocus()
    await screen.findByText('Congratulation your payment completed')
    // On the receipt, and as a toast.
    expect(await screen.findAllByText('Congrats! your payment completed')).toHaveLength(2)
    expect(screen.queryByText(beingRecorded)).toBeNull()
    expect(record).toHaveBeenCalledExactlyOnceWith('pi_1')
    expect(provider.confirmCardPayment).toHaveBeenCalledExactlyOnceWith('pi_1_secret_x', { payment_method: 'pm_1' })
    expect(screen.getByRole('link', { name: 'See my orders' })).toBeVisible()
  })

  it('is told when the card is charged, and once more when it is recorded', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    record.mockReturnValueOnce(promise)
    render(panel())
    await userEvent.click(payButton())
    expect(await screen.findAllByText('Congratulation your payment completed')).toHaveLength(2)
    expect(screen.getByText('pi_1')).toBeVisible()
    expect(screen.getByText(beingRecorded)).toBeVisible()
    expect(screen.queryByText(/^Congrats!/)).toBeNull()
    await act(async () => resolve(undefined))
    expect(await screen.findAllByText('Congrats! your payment completed')).toHaveLength(2)
    expect(screen.queryByText(beingRecorded)).toBeNull()
  })

  it('of an intent that was paid before counts as one', async () => {
    provider.confirmCardPayment.mockResolvedValueOnce({
      error: { message: 'You cannot confirm this.', payment_intent: { id: 'pi_9', status: 'succeeded' } },
    })
    render(panel())
    await userEvent.click(payButton())
    expect(await screen.findByText('pi_9')).toBeVisible()
    expect(record).toHaveBeenCalledExactlyOnceWith('pi_9')
  })

  it('that could not be recorded is no failure on the screen, and there is no Pay button', async () => {
    record.mockRejectedValueOnce(new Error('Network Error'))
    render(panel())
    await userEvent.click(payButton())
    expect(await screen.findByText(beingRecorded)).toBeVisible()
    expect(screen.getByText('pi_1')).toBeVisible()
    expect(screen.queryByText(/^Congrats!|Network Error/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  it('that the server was told of by the provider counts as recorded, though the report has no answer', async () => {
    record.mockReturnValue(new Promise(() => undefined))
    const { rerender } = render(panel({ charged: 'pi_1' }))
    expect(screen.getByText(beingRecorded)).toBeVisible()
    rerender(panel({ charged: 'pi_1', isRecorded: true }))
    expect(screen.getByText('Congrats! your payment completed')).toBeVisible()
    expect(screen.queryByText(beingRecorded)).toBeNull()
  })

  it('of an earlier visit is reported again, and has no card form', async () => {
    render(panel({ charged: 'pi_7' }))
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    expect(await screen.findAllByText('Congrats! your payment completed')).toHaveLength(2)
    expect(record).toHaveBeenCalledExactlyOnceWith('pi_7')
  })

  it('that was paid back at once says so', async () => {
    record.mockRejectedValueOnce(
      new TRPCClientError('This phone was sold meanwhile. You were paid back.', {
        result: { error: { data: { domainCode: 'PAYMENT_REFUNDED', httpStatus: 409 } } },
      } as never),
    )
    render(panel())
    await userEvent.click(payButton())
    expect(await screen.findByText('This phone was sold meanwhile. You were paid back.')).toBeVisible()
    expect(screen.queryByText(/^Congrats!|being recorded/)).toBeNull()
  })
})
