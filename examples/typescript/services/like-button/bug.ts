interface Api {
  like(post: string): Promise<void>;
}

export class LikeButton {
  private likes = 0;

  constructor(
    private api: Api,
    private post: string,
  ) {}

  async like(): Promise<void> {
    const before = this.likes;
    this.likes = before + 1;
    try {
      await this.api.like(this.post);
    } catch {
      this.likes = before;
    }
  }

  count(): number {
    return this.likes;
  }
}
