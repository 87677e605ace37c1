import { PageTitle } from '#ui/page-title.tsx'
import { ThemeToggle } from '#ui/theme-toggle.tsx'
import { parts } from './parts.tsx'

/** Every part of the kit in every state, in both themes. */
export function GalleryPage() {
  return (
    <main className="mx-auto max-w-7xl px-4 py-8">
      <div className="mb-6 flex items-center justify-between gap-4">
        <PageTitle>The kit</PageTitle>
        <ThemeToggle />
      </div>
      {Object.entries(parts).map(([file, examples]) => (
        <section key={file} aria-labelledby={file} className="mb-8">
          <h2 id={file} className="mb-2 text-lg font-bold">
            {file}
          </h2>
          <div className="grid gap-4 lg:grid-cols-2">
            {(['light', 'dark'] as const).map(theme => (
              <div
                key={theme}
                data-theme={theme}
                className="grid min-w-0 grid-cols-1 gap-4 rounded-card border border-line bg-paper p-5 text-ink"
              >
                {Object.entries(examples).map(([state, example]) => (
                  <div key={state} className="min-w-0">
                    <p className="mb-1 text-sm text-muted">{state}</p>
                    {example}
                  </div>
                ))}
              </div>
            ))}
          </div>
        </section>
      ))}
    </main>
  )
}
