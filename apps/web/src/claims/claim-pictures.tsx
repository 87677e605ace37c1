import type { Picture as PictureOf } from '@second-ring/contracts/listings/picture'
import { Picture } from '#ui/picture.tsx'

/** The pictures of a claim; each opens in full. */
export function ClaimPictures({ pictures }: { pictures: readonly PictureOf[] }) {
  if (pictures.length === 0) return null
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {pictures.map((picture, index) => (
        <li key={picture.url}>
          <a href={picture.url} target="_blank" rel="noreferrer" className="block rounded-xl">
            <Picture
              image={picture}
              alt={`Picture ${index + 1} of the problem, opens in full`}
              sizes="6rem"
              className="size-24 rounded-xl"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
