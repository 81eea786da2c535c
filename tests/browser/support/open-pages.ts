type TakePictures = () => Promise<Uint8Array>[]
const browsers: TakePictures[] = []

/** Registers how to take a screenshot of each open page of a browser. */
export const canBePictured = (takePictures: TakePictures) => void browsers.push(takePictures)

/** Takes a screenshot of every open page, except pages that are closed or don't respond. */
export async function pictureOpenPages(): Promise<Uint8Array[]> {
  const attempts = await Promise.allSettled(browsers.flatMap(takePictures => takePictures()))
  return attempts.flatMap(attempt => (attempt.status === 'fulfilled' ? [attempt.value] : []))
}
