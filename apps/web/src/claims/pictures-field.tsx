import { CLAIM_PICTURES_MAX } from '@second-ring/contracts/claims/claim'
import { X } from 'lucide-react'
import { useId } from 'react'
import { PICTURE_TYPES, pictureProblem } from '#listings/picture-problem.ts'
import { FieldError } from '#ui/field.tsx'
import { controlClass } from '#ui/text-field.tsx'

interface PicturesFieldProps {
  files: readonly File[]
  error: string | undefined
  onChange: (files: readonly File[]) => void
}

/** Why these pictures cannot be sent; undefined when they can. */
export function picturesProblem(files: readonly File[]): string | undefined {
  if (files.length > CLAIM_PICTURES_MAX) return `Choose at most ${CLAIM_PICTURES_MAX} pictures`
  return files.map(pictureProblem).find(problem => problem !== undefined)
}

/** Chooses some pictures of a problem; each can be taken out again. */
export function PicturesField({ files, error, onChange }: PicturesFieldProps) {
  const id = useId()
  const problem = picturesProblem(files) ?? error
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {files.length > 0 ? 'More pictures (optional)' : 'Pictures (optional)'}
      </label>
      <input
        id={id}
        type="file"
        multiple
        accept={PICTURE_TYPES.join(',')}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        className={controlClass}
        onChange={event => {
          onChange([...files, ...(event.target.files ?? [])])
          // The same file can be chosen again after it was taken out.
          event.target.value = ''
        }}
      />
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {CLAIM_PICTURES_MAX} at most, that show the problem. The seller and admins see them.
      </p>
      {files.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {files.map((file, index) => (
            <li key={`${file.name} ${file.lastModified} ${file.size}`} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{file.name}</span>
              <button
                type="button"
                className="grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:text-ink"
                aria-label={`Take ${file.name} out`}
                onClick={() => onChange(files.filter((_, other) => other !== index))}
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <FieldError id={`${id}-error`} message={problem} />
    </div>
  )
}
