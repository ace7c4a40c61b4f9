// expect: silent
/** Implementations are thread-safe. */
interface Accounts {
    boolean exists(String name);
    void create(String name, String password);
}
public class SignUp {
    private final Accounts accounts;
    public SignUp(Accounts accounts) { this.accounts = accounts; }
    public synchronized boolean register(String name, String password) {
        if (accounts.exists(name)) {
            return false;
        }
        accounts.create(name, password);
        return true;
    }
}
