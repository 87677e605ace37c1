// What is pressed or chosen on a rendered page before the site's code is there is done again then (src/main.tsx).
addEventListener(
  'click',
  event => {
    window.earlyPress = event.target instanceof Element ? event.target.closest('button') : null
  },
  true,
)
addEventListener(
  'change',
  ({ target }) => {
    if (target instanceof HTMLSelectElement) window.earlyChoice = { select: target, value: target.value }
  },
  true,
)
