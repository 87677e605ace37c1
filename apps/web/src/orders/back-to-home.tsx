import { Link } from '@tanstack/react-router'
import { quietAction } from '#listings/favorite-toggle.tsx'

/** The way back from a category's page. */
export function BackToHome() {
  return (
    <Link to="/" className={quietAction}>
      Back to Home
    </Link>
  )
}
