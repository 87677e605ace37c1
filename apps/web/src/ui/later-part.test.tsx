import { act, render } from '@testing-library/react'
import { type ComponentType, type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { prerender } from 'react-dom/static.browser'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { laterPart } from './later-part.tsx'
import { hearOnce, TAKEN_OVER, takeOver } from './take-over.ts'

interface Loaded {
  default: ComponentType<{ name: string }>
}

/** A button that counts. */
function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  )
}

function Page({ children, onShown }: { children: ReactNode; onShown?: () => void }) {
  useLayoutEffect(() => onShown?.(), [onShown])
  return children
}

/** A rendered page of a button of its own and one in a part, which React has taken over but for the part. */
async function takenOver() {
  const { promise, resolve } = Promise.withResolvers<Loaded>()
  const page = (Part: ComponentType<{ name: string }>, onShown?: () => void) => (
    <Page {...(onShown && { onShown })}>
      <Counter name="Menu" />
      <Part name="Book" />
    </Page>
  )
  const { prelude } = await prerender(page(laterPart(async () => ({ default: Counter }))))
  document.body.innerHTML = `<div id="root" data-waiting="">${await new Response(prelude).text()}</div>`
  const root = document.querySelector('#root')
  const [menu, book] = document.querySelectorAll('button')
  if (!root || !menu || !book) throw new Error('The page was not rendered')
  const onRecoverableError = vi.fn()
  const take = async () => {
    await act(async () => void hydrateRoot(root, page(laterPart(() => promise)), { onRecoverableError }))
    await act(async () => takeOver(root))
    await nextTask()
  }
  const arrive = async () => {
    await act(async () => resolve({ default: Counter }))
    await nextTask()
  }
  return { root, menu, book, page, take, arrive, onRecoverableError }
}

const nextTask = () => act(() => new Promise(resolve => setTimeout(resolve)))
const press = (button: HTMLElement) => {
  window.earlyPress = button
}

afterEach(() => {
  document.body.innerHTML = ''
  window.earlyPress = null
})

it('the page is the browser’s while a part’s code is on its way, and the part’s markup stays', async () => {
  const { root, menu, book, take, arrive, onRecoverableError } = await takenOver()
  const whole = vi.fn()
  root.addEventListener(TAKEN_OVER, () => root.querySelector('[data-waiting]') ?? whole())
  await take()
  await act(async () => menu.click())
  expect(menu).toHaveTextContent('Menu 1')
  expect(book).toHaveTextContent('Book 0')
  expect(whole).not.toHaveBeenCalled()
  await arrive()
  await act(async () => book.click())
  expect(document.querySelectorAll('button')[1]).toBe(book)
  expect(book).toHaveTextContent('Book 1')
  expect(whole).toHaveBeenCalledOnce()
  expect(onRecoverableError).not.toHaveBeenCalled()
})

it('what was pressed in a part before its code came is pressed once, when it is there', async () => {
  const { menu, book, take, arrive } = await takenOver()
  press(book)
  await take()
  expect(book).toHaveTextContent('Book 0')
  await arrive()
  expect(book).toHaveTextContent('Book 1')
  expect(menu).toHaveTextContent('Menu 0')
})

it('what was pressed elsewhere before any code came is pressed without waiting for the part', async () => {
  const { menu, take } = await takenOver()
  press(menu)
  await take()
  expect(menu).toHaveTextContent('Menu 1')
})

describe('a press while React takes the page over', () => {
  // What the page does before its code, as it is served.
  beforeAll(async () => {
    vi.stubGlobal('matchMedia', () => new EventTarget())
    // @ts-expect-error a script of the page, which declares nothing
    await import('../../public/before-code.js')
    vi.unstubAllGlobals()
  })

  it('is heard once, whether React is about to take its place over or has just done so', async () => {
    for (const isAfter of [false, true]) {
      const { root, menu, page } = await takenOver()
      const shown = page(
        laterPart(() => new Promise<Loaded>(() => undefined)),
        () => takeOver(root),
      )
      startTransition(() => void hydrateRoot(root, shown))
      hearOnce(root)
      if (isAfter) await vi.waitFor(() => expect(root).not.toHaveAttribute('data-waiting'))
      menu.click()
      await new Promise(resolve => setTimeout(resolve, 20))
      expect(menu).toHaveTextContent('Menu 1')
    }
  })
})

it('a screen waits for its part, but for one that is there rendered; what is loaded is shown at once', async () => {
  const { promise, resolve } = Promise.withResolvers<Loaded>()
  const Part = laterPart(() => promise)
  document.body.innerHTML = '<div id="root" data-waiting=""></div>'
  await Part.ready()
  document.querySelector('#root')?.removeAttribute('data-waiting')
  const loading = Part.ready()
  resolve({ default: Counter })
  await loading
  const { container } = render(<Part name="Book" />)
  expect(container).toHaveTextContent('Book 0')
})

it('code that does not come is an error of the screen that waits for it', async () => {
  await expect(laterPart(() => Promise.reject<Loaded>(new Error('It did not arrive'))).ready()).rejects.toThrow(
    'It did not arrive',
  )
})
