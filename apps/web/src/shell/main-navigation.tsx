import { Link, useRouterState } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { Menu, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAccount } from '#session/session-context.ts'
import { useSignOut } from '#session/use-sign-out.ts'
import { buttonClass } from '#ui/button.tsx'
import { ThemeToggle } from '#ui/theme-toggle.tsx'
import { Wordmark } from './wordmark.tsx'

const item =
  'inline-flex min-h-11 items-center rounded-full px-4 font-medium text-muted transition-colors hover:bg-sunken hover:text-ink'
const activeItem = { className: 'bg-accent-soft !text-accent-ink' }

/** The top navigation: a row where there is room, behind a menu button on phones, except for the `search` and the `bell`. */
export function MainNavigation({ search, bell }: { search: ReactNode; bell: ReactNode }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const path = useRouterState({ select: state => state.location.pathname })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the path changes
  useEffect(() => setOpen(false), [path])

  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/95 backdrop-blur-sm">
      <nav
        aria-label="Main"
        className="mx-auto flex min-h-16 max-w-7xl flex-wrap items-center gap-y-2 px-4 py-2.5 xs:gap-x-2 sm:px-6"
        onKeyDown={event => {
          if (event.key !== 'Escape' || !open) return
          setOpen(false)
          button.current?.focus()
        }}
      >
        <Link to="/" className="mr-auto inline-flex min-h-11 items-center rounded-lg">
          <Wordmark />
        </Link>
        {search}
        <ThemeToggle />
        {bell}
        <button
          ref={button}
          type="button"
          className="grid size-11 place-items-center rounded-full hover:bg-sunken md:hidden"
          aria-expanded={open}
          aria-controls="main-menu"
          aria-label="Menu"
          onClick={() => setOpen(!open)}
        >
          {open ? <X aria-hidden="true" className="size-6" /> : <Menu aria-hidden="true" className="size-6" />}
        </button>
        <ul
          id="main-menu"
          className={cx(
            'order-2 w-full flex-col gap-1 noscript:flex pt-2 pb-2 md:order-none md:flex md:w-auto md:flex-row md:items-center md:py-0',
            open ? 'flex' : 'hidden',
          )}
        >
          <NavigationItems />
        </ul>
      </nav>
    </header>
  )
}

function NavigationItems(): ReactNode {
  const account = useAccount()
  const signOut = useSignOut()
  return (
    <>
      <li>
        <Link to="/" className={cx(item, 'max-md:w-full')} activeOptions={{ exact: true }} activeProps={activeItem}>
          Home
        </Link>
      </li>
      <li>
        <Link to="/blog" className={cx(item, 'max-md:w-full')} activeProps={activeItem}>
          Blog
        </Link>
      </li>
      {account ? (
        <>
          <li>
            <Link to="/dashboard" className={cx(item, 'max-md:w-full')} activeProps={activeItem}>
              Dashboard
            </Link>
          </li>
          <li>
            <button type="button" className={cx(item, 'max-md:w-full')} onClick={() => void signOut('/')}>
              Sign out
            </button>
          </li>
        </>
      ) : (
        <>
          <li>
            <Link to="/login" className={cx(item, 'max-md:w-full')} activeProps={activeItem}>
              Login
            </Link>
          </li>
          <li>
            <Link to="/signup" className={cx(buttonClass(), 'max-md:mt-2 max-md:w-full')}>
              Sign up
            </Link>
          </li>
        </>
      )}
    </>
  )
}
