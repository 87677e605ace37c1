/** Of one file, in bytes: 10 MB. */
export const maximumBytes = 10 * 1024 * 1024

/** Of one picture once decoded: 40 megapixels. */
export const maximumPixels = 40_000_000

/** The long side of a stored picture, in pixels. */
export const longSide = 2048

/** The widths of the smaller renditions, in pixels; `<name>-320.webp` and so on. */
export const renditionWidths = [320, 640, 1280] as const

/** Uploads that are received or wait for their turn at one time; more are sent away for a moment. */
export const maximumUploads = 32
