import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderWithApi } from '#testing/render-with-api.tsx'
import ReportProblemDialog from './report-problem-dialog.tsx'

const open = vi.fn((_: unknown) => ({ orderId: 'order', dueAt: '2126-01-07T12:00:00.000Z' }))
const order = { id: 'order', productName: 'Pixel 8', priceCents: 9000 }
const show = () => renderWithApi(<ReportProblemDialog order={order} onClose={vi.fn()} />, { 'claims.open': open })

it('asks for all of the money by its own name, and not as a part', async () => {
  show()
  await userEvent.selectOptions(screen.getByLabelText('What is wrong?'), 'OTHER')
  await userEvent.type(screen.getByLabelText('Describe the problem'), 'It is red')
  await userEvent.click(screen.getByRole('radio', { name: /^A part of the money back/ }))
  await userEvent.type(screen.getByLabelText('How much?'), '90')
  await userEvent.click(screen.getByRole('button', { name: 'Report the problem' }))
  expect(
    await screen.findByText(
      'A part is less than all of it: enter less than $90. For all of it, choose “All of the money back”.',
    ),
  ).toBeVisible()
  expect(open).not.toHaveBeenCalled()
  await userEvent.clear(screen.getByLabelText('How much?'))
  await userEvent.type(screen.getByLabelText('How much?'), '89.99')
  await userEvent.click(screen.getByRole('button', { name: 'Report the problem' }))
  await vi.waitFor(() => expect(open).toHaveBeenCalledWith(expect.objectContaining({ wish: 'PART', wishCents: 8999 })))
})

it('says which pictures were chosen, and how many, in place of the browser’s own words', async () => {
  show()
  const field = screen.getByLabelText('Pictures (optional)')
  expect(field).toHaveAccessibleDescription(/^Choose pictures /)
  // The browser writes 'No file chosen' beside a field that was emptied, whatever is listed below.
  expect(field).toHaveClass('opacity-0')
  const picture = (name: string) => new File(['x'], name, { type: 'image/png' })
  await userEvent.upload(field, [picture('front.png'), picture('back.png')])
  expect(screen.getByText('2 pictures chosen')).toBeVisible()
  expect(field).toHaveAccessibleDescription(/^2 pictures chosen Press to add more/)
  await userEvent.click(screen.getByRole('button', { name: 'Take front.png out' }))
  expect(screen.getByText('1 picture chosen')).toBeVisible()
  expect(screen.getByText('back.png')).toBeVisible()
})
