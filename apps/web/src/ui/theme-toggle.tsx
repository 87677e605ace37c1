import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'

const choices = ['system', 'light', 'dark'] as const
type Choice = (typeof choices)[number]
const icons = { system: Monitor, light: Sun, dark: Moon }

function storedChoice(): Choice {
  try {
    return choices.find(choice => choice === localStorage.getItem('theme')) ?? 'system'
  } catch {
    return 'system'
  }
}

function after(choice: Choice): Choice {
  return choices[(choices.indexOf(choice) + 1) % choices.length] ?? 'system'
}

function onChosen(watcher: () => void): () => void {
  addEventListener('theme-chosen', watcher)
  return () => removeEventListener('theme-chosen', watcher)
}

/** Goes round the three themes. public/before-code.js applies the choice, before the first paint on the next visit. */
export function ThemeToggle() {
  const choice = useSyncExternalStore(onChosen, storedChoice, () => 'system' as const)
  const Icon = icons[choice]

  function choose() {
    try {
      // A press while a rendered page is taken over comes before what is stored is shown.
      localStorage.setItem('theme', after(storedChoice()))
    } catch {
      return // Storage is blocked: the system's theme stays.
    }
    dispatchEvent(new Event('theme-chosen'))
  }

  return (
    <button
      type="button"
      onClick={choose}
      aria-label={`Theme: ${choice}. Change to ${after(choice)}`}
      title={`Theme: ${choice}`}
      className="grid size-11 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
}
