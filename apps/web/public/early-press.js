// A button of a rendered page that is pressed before the site's code is there is pressed again then (src/main.tsx).
addEventListener(
  'click',
  event => {
    window.earlyPress = event.target instanceof Element ? event.target.closest('button') : null
  },
  true,
)
