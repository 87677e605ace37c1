// Runs before the first paint, so that the page never flashes in the other theme. The choice is kept under `theme`.
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
