// What the page does before its code is there.

// Before the first paint, so that the page never flashes in the other theme. The choice is kept under `theme`.
;(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  function apply() {
    let choice = null
    try {
      choice = localStorage.getItem('theme')
    } catch {
      // Storage may be blocked; the system's theme is used then.
    }
    const theme = choice === 'light' || choice === 'dark' ? choice : dark.matches ? 'dark' : 'light'
    document.documentElement.dataset.theme = theme
    const color = document.querySelector('meta[name="theme-color"]')
    if (color) color.setAttribute('content', theme === 'dark' ? '#0e1513' : '#f5f8f6')
  }
  apply()
  dark.addEventListener('change', apply)
  addEventListener('storage', apply)
  addEventListener('theme-chosen', apply)
})()

// What is pressed or chosen on a rendered page before the code of its place is there is done again then (src/ui/take-over.ts).
addEventListener(
  'click',
  ({ target }) => {
    window.earlyPress =
      target instanceof Element ? target.closest('[data-waiting] :is(button,[type=checkbox],[type=radio])') : null
  },
  true,
)
addEventListener(
  'change',
  ({ target }) => {
    if (target instanceof HTMLSelectElement && target.closest('[data-waiting]')) {
      window.earlyChoice = { select: target, value: target.value }
    }
  },
  true,
)

// A rendered page shows before its code is fetched, for on a slow line the two would share it. It shows without calls, whose code
// comes when the browser is idle; who is signed in makes some at once. A tab that nobody looks at paints nothing.
{
  const take = name => {
    const element = document.querySelector(`meta[name="${name}"]`)
    element?.remove()
    return element ? element.content.split(' ') : []
  }
  const isSignedIn = () => {
    try {
      return localStorage.getItem('accessToken') !== null
    } catch {
      // With storage blocked nobody is known before they sign in.
      return false
    }
  }
  const fetchCode = () => {
    for (const src of take('code')) {
      document.head.append(Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src }))
    }
    for (const href of take('calls')) {
      const rel = isSignedIn() ? 'modulepreload' : 'prefetch'
      document.head.append(Object.assign(document.createElement('link'), { rel, crossOrigin: '', href }))
    }
  }
  new PerformanceObserver(fetchCode).observe({ type: 'paint', buffered: true })
  addEventListener('load', () => {
    if (document.hidden) fetchCode()
    else setTimeout(fetchCode, 1000)
  })
  document.addEventListener('visibilitychange', fetchCode)
}
