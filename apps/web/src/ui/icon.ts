import { createElement, type SVGProps } from 'react'

/** An icon of one path on 24 × 24, in the colour of the text around it. The build puts these in the icon library's place. */
export function createIcon(d: string) {
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': !('aria-label' in props),
        ...props,
      },
      createElement('path', { d }),
    )
}
