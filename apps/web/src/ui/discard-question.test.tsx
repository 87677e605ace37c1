import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { formDraft } from '#session/use-form-draft.ts'
import { DialogButton } from './acts.tsx'
import { ChoiceField } from './choice-field.tsx'
import { Dialog } from './dialog.tsx'
import { Form, useSentForm } from './form.tsx'
import { FormDialog } from './form-dialog.tsx'
import { PageTitle } from './page-title.tsx'
import { SelectField } from './select-field.tsx'
import { TextAreaField } from './text-field.tsx'

const Schema = z.object({ text: z.string(), what: z.nullish(z.string()), wish: z.nullish(z.string()) })
const send = vi.fn(async (_: unknown): Promise<unknown> => undefined)
const draft = formDraft('claim:ben')
beforeEach(() => {
  send.mockReset().mockResolvedValue(undefined)
})

function useClaim(close: () => void) {
  return useSentForm({
    schema: Schema,
    defaultValues: { text: '' },
    draft,
    send: async filled => {
      await send(filled)
      draft.clear()
      close()
    },
  })
}

function ClaimDialog({ onClose }: { onClose: () => void }) {
  const form = useClaim(onClose)
  return (
    <FormDialog title="Report a problem" action="Send" form={form} onClose={onClose}>
      <SelectField label="What" placeholder="Choose" options={[{ value: 'a', label: 'A' }]} {...form.field('what')} />
      <TextAreaField label="Text" {...form.field('text')} />
      <ChoiceField label="Wish" choices={[{ value: 'money', label: 'Money' }]} {...form.field('wish')} />
    </FormDialog>
  )
}

/** A form that stands in a dialog with something else. */
function InnerDialog({ onClose, keepsText }: { onClose: () => void; keepsText: boolean }) {
  return (
    <Dialog open onClose={onClose} title="Report a problem" keepsText={keepsText}>
      <p>What is claimed.</p>
      <InnerForm onClose={onClose} />
    </Dialog>
  )
}
function InnerForm({ onClose }: { onClose: () => void }) {
  const form = useClaim(onClose)
  return (
    <Form form={form} action="Send">
      <TextAreaField label="Text" {...form.field('text')} />
    </Form>
  )
}

function Page({ inner, keepsText = false }: { inner?: boolean; keepsText?: boolean }) {
  return (
    <>
      <PageTitle>Order</PageTitle>
      <DialogButton
        dialog={close =>
          inner ? <InnerDialog onClose={close} keepsText={keepsText} /> : <ClaimDialog onClose={close} />
        }
      >
        Report
      </DialogButton>
    </>
  )
}

const open = () => userEvent.click(screen.getByRole('button', { name: 'Report' }))
const question = () => screen.queryByRole('alertdialog', { name: 'Discard what you typed?' })
const answer = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const text = () => screen.getByLabelText('Text')
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

const waysOut: [string, () => Promise<unknown>][] = [
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['the cross', () => answer('Close')],
  ['a press outside', () => userEvent.click(document.querySelector('.bg-scrim') as Element)],
]

describe.each([
  ['that is a form', false],
  ['that has a form in it', true],
])('a dialog %s', (_, inner) => {
  it.each(waysOut)('asks before %s discards what was typed, and goes on with it', async (way, leave) => {
    render(<Page inner={inner} />)
    await open()
    await userEvent.type(text(), 'It is broken')
    await leave()
    await waitFor(() => expect(question()).toBeVisible())
    expect(question()).toHaveAccessibleDescription('It is not sent yet. What you typed and chose here is lost.')
    expect(screen.getByRole('button', { name: 'Keep writing' })).toHaveFocus()
    await answer('Keep writing')
    await waitFor(() => expect(question()).toBeNull())
    if (way === 'the cross') expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
    else expect(text()).toHaveFocus()
    expect(text()).toHaveValue('It is broken')
  })

  it.each(waysOut)('is left by %s and Discard, with the focus where it was opened', async (_way, leave) => {
    render(<Page inner={inner} />)
    await open()
    await userEvent.type(text(), 'It is broken')
    await leave()
    await waitFor(() => expect(question()).toBeVisible())
    await answer('Discard')
    await isClosed()
    expect(question()).toBeNull()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Report' })).toHaveFocus())
    await open()
    expect(text()).toHaveValue('')
  })

  it.each(waysOut)('closes by %s unasked when nothing was typed', async (_way, leave) => {
    render(<Page inner={inner} />)
    await open()
    await leave()
    await isClosed()
    expect(question()).toBeNull()
  })

  it('is closed unasked by what sends it', async () => {
    render(<Page inner={inner} />)
    await open()
    await userEvent.type(text(), 'It is broken')
    await answer('Send')
    await isClosed()
    expect(send).toHaveBeenCalledOnce()
    expect(question()).toBeNull()
    expect(draft.read()).toEqual({})
  })
})

it('what was typed and taken out again is not asked about, and what was chosen is', async () => {
  const { unmount } = render(<Page inner />)
  await open()
  await userEvent.type(text(), 'It')
  await userEvent.clear(text())
  await userEvent.keyboard('{Escape}')
  await isClosed()
  unmount()
  render(<Page />)
  await open()
  await userEvent.click(screen.getByRole('radio', { name: 'Money' }))
  await userEvent.keyboard('{Escape}')
  expect(question()).toBeVisible()
})

it('while it is sent a form is neither left nor asked about; after an error it is asked about', async () => {
  const sent = Promise.withResolvers<unknown>()
  send.mockReturnValueOnce(sent.promise)
  render(<Page />)
  await open()
  await userEvent.type(text(), 'It is broken')
  await answer('Send')
  await userEvent.keyboard('{Escape}')
  expect(question()).toBeNull()
  expect(screen.getByRole('dialog')).toBeVisible()
  sent.reject(new Error('Not now'))
  await screen.findByText(/^Not now/)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-busy', 'true'))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(question()).toBeVisible())
})

it('a dialog that keeps its text closes unasked', async () => {
  render(<Page inner keepsText />)
  await open()
  await userEvent.type(text(), 'It is broken')
  await userEvent.keyboard('{Escape}')
  await isClosed()
})

it('a draft is there again after a reload, and is asked about until it is discarded', async () => {
  const { unmount } = render(<Page />)
  await open()
  await userEvent.type(text(), 'It is broken')
  unmount()
  render(<Page />)
  await open()
  expect(text()).toHaveValue('It is broken')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(question()).toBeVisible())
  await answer('Discard')
  await isClosed()
  await open()
  expect(text()).toHaveValue('')
})

describe('Back', () => {
  const histories: { destroy: () => void }[] = []
  afterEach(() => {
    for (const history of histories.splice(0)) history.destroy()
  })

  async function visit() {
    const root = createRootRoute({ component: Outlet })
    const list = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>My orders</p> })
    const page = createRoute({ getParentRoute: () => root, path: '/order', component: Page })
    window.history.replaceState(null, '', '/')
    const history = createBrowserHistory()
    histories.push(history)
    history.push('/order')
    const router = createRouter({ routeTree: root.addChildren([list, page]), history })
    render(<RouterProvider router={router} />)
    await screen.findByRole('button', { name: 'Report' })
    await open()
    return history
  }

  it('asks before what was typed is lost, and stays', async () => {
    const history = await visit()
    await userEvent.type(text(), 'It is broken')
    history.back()
    await waitFor(() => expect(question()).toBeVisible())
    await answer('Keep writing')
    await waitFor(() => expect(question()).toBeNull())
    expect(history.location.pathname).toBe('/order')
    expect(text()).toHaveValue('It is broken')
    // It is asked as often as it is pressed.
    history.back()
    await waitFor(() => expect(question()).toBeVisible())
  })

  it('goes back after Discard', async () => {
    const history = await visit()
    await userEvent.type(text(), 'It is broken')
    history.back()
    await waitFor(() => expect(question()).toBeVisible())
    await answer('Discard')
    expect(await screen.findByText('My orders')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(draft.read()).toEqual({})
  })

  it('goes back at once where nothing was typed', async () => {
    const history = await visit()
    history.back()
    expect(await screen.findByText('My orders')).toBeVisible()
  })
})
