import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Has the page paint for the first time. */
let paint: () => void

/** What a rendered page says to fetch, and the script of its head. */
async function open({ isHidden = false } = {}) {
  document.head.innerHTML = '<meta name="code" content="/main.js /core.js"><meta name="calls" content="/calls.js">'
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  vi.resetModules()
  // @ts-expect-error a script of the page, which declares nothing
  await import('../../public/before-code.js')
}

const asked = () =>
  Array.from(document.head.querySelectorAll<HTMLElement>('script, link'), element => {
    const [rel, href, src] = ['rel', 'href', 'src'].map(name => element.getAttribute(name))
    return rel ? `${rel} ${href}` : src
  })

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => new EventTarget())
  const Observer = class {
    constructor(heard: () => void) {
      paint = heard
    }
    observe() {}
  }
  vi.stubGlobal('PerformanceObserver', Observer)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  localStorage.clear()
})

it('the code is asked for once the page has painted, and once', async () => {
  await open()
  expect(asked()).toEqual([])
  paint()
  expect(asked()).toEqual(['/main.js', '/core.js', 'prefetch /calls.js'])
  paint()
  expect(asked()).toHaveLength(3)
})

it('who is signed in needs what makes calls at once', async () => {
  localStorage.setItem('accessToken', 'token')
  await open()
  paint()
  expect(asked()).toContain('modulepreload /calls.js')
})

it('a tab that nobody looks at is loaded all the same, as is one that is left', async () => {
  await open({ isHidden: true })
  dispatchEvent(new Event('load'))
  expect(asked()).toContain('/main.js')
  await open()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked()).toContain('/main.js')
})

it('a browser that does not say when it paints loads the code a second after the page', async () => {
  vi.useFakeTimers()
  await open()
  dispatchEvent(new Event('load'))
  expect(asked()).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(asked()).toContain('/main.js')
})
