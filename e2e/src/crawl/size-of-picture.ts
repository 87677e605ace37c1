import sharp from 'sharp'

/** The size in pixels of the picture that was answered with. @throws when it is no picture */
export async function sizeOfPicture(answer: Response): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
  return { width, height }
}
