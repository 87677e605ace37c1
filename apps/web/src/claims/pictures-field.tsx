import { CLAIM_PICTURES_MAX } from '@second-ring/contracts/claims/claim'
import { cx } from 'class-variance-authority'
import { ImagePlus, X } from 'lucide-react'
import { type Ref, useId } from 'react'
import { PICTURE_TYPES, pictureProblem } from '#listings/picture-problem.ts'
import { FieldError } from '#ui/field.tsx'
import { picturesProblem } from './pictures-problem.ts'

interface PicturesFieldProps {
  files: readonly File[]
  inputRef: Ref<HTMLInputElement>
  onChange: (files: readonly File[]) => void
}

function chosen(count: number): string {
  if (count === 0) return 'Choose pictures'
  return count === 1 ? '1 picture chosen' : `${count} pictures chosen`
}

/** Chooses some pictures of a problem; each can be taken out again. One that cannot be sent says why. */
export function PicturesField({ files, inputRef, onChange }: PicturesFieldProps) {
  const id = useId()
  const problem = picturesProblem(files)
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        Pictures (optional)
      </label>
      <div
        className={cx(
          'relative flex min-h-12 items-center gap-3 rounded-xl border border-dashed bg-surface px-3.5 py-2.5 transition-colors hover:border-accent',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
          problem ? 'border-danger' : 'border-outline',
        )}
      >
        <ImagePlus aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <span id={`${id}-chosen`} className="min-w-0">
          <span className="block font-semibold">{chosen(files.length)}</span>{' '}
          <span className="block text-sm text-muted">
            {files.length > 0 ? 'Press to add more' : 'or drop them here'}
          </span>
        </span>
        {/* It forgets what was chosen, so its own words would say that nothing was. */}
        <input
          id={id}
          ref={inputRef}
          type="file"
          multiple
          accept={PICTURE_TYPES.join(',')}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-chosen ${id}-hint ${id}-error`}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={event => {
            onChange([...files, ...(event.target.files ?? [])])
            // The same file can be chosen again after it was taken out.
            event.target.value = ''
          }}
        />
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {CLAIM_PICTURES_MAX} at most, that show the problem. The seller and admins see them.
      </p>
      {files.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {files.map((file, index) => (
            <Chosen
              key={`${file.name} ${file.lastModified} ${file.size}`}
              file={file}
              onTakeOut={() => onChange(files.filter((_, other) => other !== index))}
            />
          ))}
        </ul>
      )}
      <FieldError id={`${id}-error`} message={problem} />
    </div>
  )
}

interface ChosenProps {
  file: File
  onTakeOut: () => void
}

function Chosen({ file, onTakeOut }: ChosenProps) {
  const problem = pictureProblem(file)
  return (
    <li className="flex items-center gap-2">
      <span className="min-w-0 flex-1">
        <span className="block truncate">{file.name}</span>
        {problem && <span className="block text-sm font-medium text-danger">{problem}</span>}
      </span>
      <button
        type="button"
        className="grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:text-ink"
        aria-label={`Take ${file.name} out`}
        onClick={onTakeOut}
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  )
}
