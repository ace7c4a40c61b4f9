// expect: find any giveBack on unused
import java.util.ArrayList;
import java.util.List;

/** The list itself still has to be guarded. */
public class Post {
    private static final List<Post> unused = new ArrayList<>();
    private String text;

    public static Post take(String text) {
        synchronized (unused) {
            int size = unused.size();
            if (size > 0) {
                Post post = unused.remove(size - 1);
                post.text = text;
                return post;
            }
        }
        Post made = new Post();
        made.text = text;
        return made;
    }

    public static void giveBack(Post post) {
        post.text = null;
        if (unused.size() < 100) unused.add(post);
    }
}
