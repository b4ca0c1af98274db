export interface S3Server {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export function startS3Server(): Promise<S3Server>;
