import { Link } from '@tanstack/react-router'
import { Wordmark } from './wordmark.tsx'

const links = [
  { title: 'Shop', items: ['All categories', 'New in', 'How booking works'] },
  { title: 'Company', items: ['About us', 'Contact', 'Jobs'] },
  { title: 'Legal', items: ['Terms of use', 'Privacy policy', 'Cookie policy'] },
]

const own = [
  { to: '/terms', title: 'Terms' },
  { to: '/privacy', title: 'Privacy' },
  { to: '/about', title: 'Who runs this market' },
] as const

// Drawn here: the icon set carries no brands.
const social = [
  { name: 'X', path: 'M4 4l16 16M20 4L4 20' },
  {
    name: 'YouTube',
    path: 'M4 6.5h16a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 16V8A1.5 1.5 0 0 1 4 6.5zM10 9.2v5.6l5-2.8z',
  },
  {
    name: 'Facebook',
    path: 'M14 21v-8h3l.6-3.5H14V7.6c0-1 .5-1.9 2-1.9h1.7V2.6S16.3 2.3 15 2.3c-2.8 0-4.6 1.7-4.6 4.7v2.5H7.3V13h3.1v8z',
  },
]

/** The foot of every page. */
export default function SiteFooter() {
  return (
    <footer className="mt-auto border-t border-line bg-surface">
      <div className="mx-auto grid max-w-7xl gap-10 px-4 py-12 sm:px-6 md:grid-cols-[1.4fr_2fr]">
        <div>
          <Wordmark />
          <p className="mt-3 max-w-xs text-muted">Good phones deserve a second ring. Bought and sold with care.</p>
          <ul className="mt-4 -ml-3 flex">
            {social.map(({ name, path }) => (
              <li key={name}>
                <a
                  href={`#${slug(name)}`}
                  className="grid size-11 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
                >
                  <span className="sr-only">Second Ring on {name}</span>
                  <svg
                    viewBox="0 0 24 24"
                    fill="none"
                    stroke="currentColor"
                    strokeWidth="1.8"
                    strokeLinejoin="round"
                    strokeLinecap="round"
                    aria-hidden="true"
                    className="size-5"
                  >
                    <path d={path} />
                  </svg>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <div className="grid grid-cols-2 gap-8 sm:grid-cols-3">
          {links.map(group => (
            <div key={group.title}>
              <h2 className="text-sm font-semibold tracking-normal">{group.title}</h2>
              <ul className="mt-2">
                {group.items.map(text => (
                  <li key={text}>
                    <a
                      href={`#${slug(text)}`}
                      className="inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline md:min-h-9"
                    >
                      {text}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
      <nav aria-label="About this market" className="border-t border-line px-4 pt-4">
        <ul className="flex flex-wrap justify-center gap-x-6 text-sm">
          {own.map(({ to, title }) => (
            <li key={to}>
              <Link
                to={to}
                className="inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline md:min-h-9"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className="px-4 pt-2 pb-5 text-center text-sm text-muted">
        Copyright © 2022 Second Ring. All rights reserved.
      </p>
    </footer>
  )
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(' ', '-')
}
