import * as z from 'zod/mini'
import { pictureProblem } from './upload-picture.ts'

/** A chosen picture that may be uploaded, for forms. */
export const PictureFile = z
  .custom<File>(value => value instanceof File, 'A picture is required')
  .check(context => {
    const message = pictureProblem(context.value)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  })
