import { useEffect, useState } from 'react'

/** The card field's looks. It stands in a frame of the provider's, which cannot see this page's variables. */
export function useElementStyle() {
  const [style, setStyle] = useState(readStyle)
  useEffect(() => {
    const observer = new MutationObserver(() => setStyle(readStyle()))
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [])
  return style
}

function readStyle() {
  const tokens = getComputedStyle(document.documentElement)
  const color = (name: string) => tokens.getPropertyValue(name).trim()
  return {
    base: {
      color: color('--ink'),
      iconColor: color('--muted'),
      fontFamily: 'system-ui, sans-serif',
      fontSize: '16px',
      fontSmoothing: 'antialiased',
      '::placeholder': { color: color('--muted') },
    },
    invalid: { color: color('--danger'), iconColor: color('--danger') },
  }
}
