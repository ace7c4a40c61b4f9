interface Bucket {
  put(key: string, part: string): Promise<void>;
}

/** Tells how much of an upload is done. */
export class Upload {
  done = 0;
  private failed = false;

  constructor(
    private bucket: Bucket,
    readonly key: string,
  ) {}

  async part(text: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await this.bucket.put(`${this.key}/${text}`, text);
        break;
      } catch (error) {
        if (attempt === 1) {
          this.failed = true;
          throw error;
        }
      }
    }
    this.done += text.length;
  }

  get isFailed(): boolean {
    return this.failed;
  }
}
