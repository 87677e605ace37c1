import { cx } from 'class-variance-authority'
import { ImagePlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type FieldPath, type FieldValues, type UseControllerProps, useController } from 'react-hook-form'
import { Field } from '#ui/field.tsx'
import { PICTURE_TYPES, pictureProblem } from './picture-problem.ts'

interface PictureFieldProps {
  file: File | undefined
  /** The picture that stays when none is chosen. */
  current?: string | undefined
  error: string | undefined
  inputRef: (input: HTMLInputElement | null) => void
  onBlur: () => void
  onChange: (file: File | undefined) => void
}

type PictureInputProps<Typed extends FieldValues, Filled> = UseControllerProps<Typed, FieldPath<Typed>, Filled> &
  Pick<PictureFieldProps, 'current'>

/** The picture of a form. */
export function PictureInput<Typed extends FieldValues, Filled>({ current, ...of }: PictureInputProps<Typed, Filled>) {
  const { field, fieldState } = useController(of)
  const { ref, onBlur, onChange } = field
  const value: unknown = field.value
  return (
    <PictureField
      file={value instanceof File ? value : undefined}
      current={current}
      error={fieldState.error?.message}
      inputRef={ref}
      onBlur={onBlur}
      onChange={onChange}
    />
  )
}

/** Chooses a picture, by a press or by dropping one, and shows it before it is sent. */
function PictureField({ file, current, error, inputRef, onBlur, onChange }: PictureFieldProps) {
  // It is not read when it may not be sent.
  const problem = file && pictureProblem(file)
  const chosen = useObjectUrl(problem ? undefined : file)
  const preview = chosen ?? current
  // A file may be no picture, and the present one may be gone from its host.
  const [unreadable, setUnreadable] = useState<string>()
  const [dragging, setDragging] = useState(false)
  return (
    <Field
      label="Image"
      hint="JPEG, PNG, WebP or AVIF, at most 50 MB. It is drawn anew before it is sent: where it was taken stays with you."
      error={problem ?? error}
    >
      {control => (
        <div
          className={cx(
            'relative flex min-h-32 items-center gap-4 rounded-xl border border-dashed bg-surface p-4 transition-colors',
            'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent hover:border-accent',
            'has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-sunken',
            (problem ?? error) ? 'border-danger' : 'border-outline',
            dragging && 'border-accent bg-accent-soft',
          )}
        >
          <span className="grid size-24 shrink-0 place-items-center overflow-hidden rounded-lg bg-sunken text-muted">
            {preview && preview !== unreadable ? (
              <img
                src={preview}
                alt={chosen ? 'The chosen picture' : 'The present picture'}
                onError={() => setUnreadable(preview)}
                className="size-full object-cover"
              />
            ) : (
              <ImagePlus aria-hidden="true" className="size-7" />
            )}
          </span>
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2 font-semibold break-words">
              {file?.name ?? (current ? 'Choose a new picture' : 'Choose a picture')}
            </span>
            <span className="block text-sm text-muted">
              {file
                ? `${formatSize(file.size)} · press to choose another`
                : `or drop one here${current ? '; without one this stays' : ''}`}
            </span>
          </span>
          {/* The input itself covers the box, so that pressing, dropping and the keyboard all work without script. */}
          <input
            {...control}
            ref={inputRef}
            type="file"
            accept={PICTURE_TYPES.join(',')}
            className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
            onBlur={onBlur}
            onDragEnter={() => setDragging(true)}
            onDragLeave={() => setDragging(false)}
            onDrop={() => setDragging(false)}
            onChange={event => {
              const [picked] = event.target.files ?? []
              // Closing the chooser without a choice keeps the picture.
              if (picked) onChange(picked)
            }}
          />
        </div>
      )}
    </Field>
  )
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

function formatSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} kB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
