/** Digests of text; the module's only door to `node:crypto`, which is loaded only for them. */

const algorithms: Readonly<Record<string, string>> = {
  md5: 'md5',
  sha1: 'sha1',
  sha224: 'sha224',
  sha256: 'sha256',
  sha384: 'sha384',
  sha512: 'sha512',
  sha3_224: 'sha3-224',
  sha3_256: 'sha3-256',
  sha3_384: 'sha3-384',
  sha3_512: 'sha3-512',
  blake2b: 'blake2b512',
  blake2s: 'blake2s256',
  sha512_224: 'sha512-224',
  sha512_256: 'sha512-256',
  ripemd160: 'ripemd160',
};

/** The hexadecimal digest, or undefined for an algorithm that is not known. */
export function digest(algorithm: string, data: string | Uint8Array): string | undefined {
  const name = algorithms[algorithm.toLowerCase()];
  return name === undefined
    ? undefined
    : process.getBuiltinModule('node:crypto').createHash(name).update(data).digest('hex');
}
