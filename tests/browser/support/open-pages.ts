type TakePictures = () => Promise<Uint8Array>[]
const browsers: TakePictures[] = []

/** A browser that was started says how to take a picture of each page that is open in it. */
export const canBePictured = (takePictures: TakePictures) => void browsers.push(takePictures)

/** Takes a picture of every open page. A page that is closed or does not answer has none. */
export async function pictureOpenPages(): Promise<Uint8Array[]> {
  const attempts = await Promise.allSettled(browsers.flatMap(takePictures => takePictures()))
  return attempts.flatMap(attempt => (attempt.status === 'fulfilled' ? [attempt.value] : []))
}
