// expect: find deadlock transfer
import java.util.*;
class AccountService {
    static class Account { long balance; }
    private final Map<String, Account> accounts = new HashMap<>();
    AccountService(Collection<String> ids) { for (String id : ids) accounts.put(id, new Account()); }
    void deposit(String id, long n) { Account a = accounts.get(id); synchronized (a) { a.balance += n; } }
    void transfer(String from, String to, long n) {
        Account a = accounts.get(from), b = accounts.get(to);
        synchronized (a) { synchronized (b) { a.balance -= n; b.balance += n; } }
    }
}
