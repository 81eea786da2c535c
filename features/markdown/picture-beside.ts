import { join } from 'node:path'
import { decoded } from '../../scripts/lib/decoded.ts'
import { assetOf } from '../../scripts/media/pictures.ts'
import type { ImageFile } from '../../shared/ui/picture.tsx'

/** Makes a picture from a file in a text's folder. Adds its files to `assets`, by their names in /assets/. */
export async function pictureBeside(
  address: string,
  folder: string,
  assets: Map<string, Uint8Array>,
): Promise<ImageFile> {
  if (/^(\w+:|\/)/.test(address)) throw new Error('put the file next to the text, and write ./ and its name')
  const asset = await assetOf(join(folder, decoded(address).replaceAll('\\', '/')))
  if (asset.kind !== 'image')
    throw new Error(
      "this isn't a picture: put the file into shared/site/public/, and link to it from the text, without a !",
    )
  for (const [name, content] of asset.files) assets.set(name, content)
  return asset.value
}
