import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'

const heading = cva('font-bold tracking-tight', {
  variants: {
    size: {
      hero: 'max-w-xl text-4xl leading-[1.08] sm:text-5xl lg:text-6xl',
      page: 'text-3xl sm:text-4xl',
      panel: 'text-3xl',
      item: 'text-2xl sm:text-3xl',
      number: 'text-6xl tabular-nums sm:text-7xl',
    },
  },
  defaultVariants: { size: 'page' },
})

interface PageTitleProps extends VariantProps<typeof heading> {
  className?: string
  children: ReactNode
}

/** The main heading of a screen. It takes the focus after a navigation, so that a reader starts here. */
export function PageTitle({ size, className, children }: PageTitleProps) {
  return (
    <h1 tabIndex={-1} data-page-title="" className={heading({ size, className })}>
      {children}
    </h1>
  )
}

/** Puts the focus on the main heading: after a navigation, and when what had it has left the screen. */
export function focusPageTitle(): void {
  document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
}
