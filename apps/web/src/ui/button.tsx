import { cva, cx, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { Spinner } from './spinner.tsx'

/** The look of a button, for links that act like one. */
export const buttonClass = cva(
  [
    'relative inline-flex items-center justify-center gap-2 rounded-full font-semibold text-center transition-colors duration-150',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:not-aria-busy:opacity-55',
  ],
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-strong',
        secondary: 'border border-outline/60 bg-surface text-ink hover:border-accent hover:text-accent-ink',
        quiet: 'text-accent-ink hover:bg-accent-soft',
        final: 'bg-danger text-surface hover:bg-danger-strong',
        danger: 'border border-danger/50 bg-surface text-danger hover:bg-danger-soft',
      },
      // Small is for pointers only: on a phone every target keeps 44 px.
      size: { regular: 'min-h-11 px-5', small: 'min-h-11 px-3.5 text-sm md:min-h-9' },
    },
    defaultVariants: { variant: 'primary', size: 'regular' },
  },
)

type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonClass> & { busy?: boolean }

/** A button; while busy it shows a spinner, keeps its width and the focus, and cannot be pressed again. */
export function Button({ variant, size, busy = false, className, children, onClick, type, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      // A disabled one would drop the focus of whoever pressed it.
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={event => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
      className={buttonClass({ variant, size, className })}
    >
      {busy && <Spinner className="absolute inset-0 m-auto size-5" />}
      <span className={cx('inline-flex items-center justify-center gap-2', busy && 'opacity-0')}>{children}</span>
    </button>
  )
}
